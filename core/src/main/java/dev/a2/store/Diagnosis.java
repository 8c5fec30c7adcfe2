package dev.a2.store;

/**
 * What a look at a store's database found.
 *
 * @param subject what was looked at, such as {@code eviction}
 * @param found what there is
 * @param meaning what follows from it
 */
public record Diagnosis(String subject, Verdict verdict, String found, String meaning) {
    /** Whether it is as it should be. */
    public enum Verdict {
        /** It is. */
        GOOD,
        /** The store works; one should know of this. */
        NOTICE,
        /** The store does not work, or may lose what it acknowledged. */
        WRONG
    }

    /** As it should be. */
    public static Diagnosis good(String subject, String found, String meaning) {
        return new Diagnosis(subject, Verdict.GOOD, found, meaning);
    }

    /** To be known. */
    public static Diagnosis notice(String subject, String found, String meaning) {
        return new Diagnosis(subject, Verdict.NOTICE, found, meaning);
    }

    /** To be changed. */
    public static Diagnosis wrong(String subject, String found, String meaning) {
        return new Diagnosis(subject, Verdict.WRONG, found, meaning);
    }
}
