package dev.a2.store.kernel;

/** The three kinds of cursor, in the order in which a redrive looks at them (DL-2). */
public enum CursorKind {
    /** One event for one consumer. */
    EVENT('#'),
    /** Follows the log. */
    LOG('G'),
    /** A serial queue. */
    LANE('L');

    private final char tag;

    CursorKind(char tag) {
        this.tag = tag;
    }

    /** The kind's letter in stored rows. */
    public char tag() {
        return tag;
    }

    /** The kind with this letter. */
    public static CursorKind of(char tag) {
        return switch (tag) {
            case '#' -> EVENT;
            case 'G' -> LOG;
            case 'L' -> LANE;
            default -> throw new IllegalArgumentException("no cursor kind has the tag " + tag);
        };
    }
}
