package dev.a2.tck;

/** What the rules of every section stand on. */
public interface StoreRules {
    /** What the running test works with. */
    Scene scene();
}
