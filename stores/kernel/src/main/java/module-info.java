/** The contract's rules in Java, once, over a small row interface. */
module dev.a2.store.kernel {
    requires transitive dev.a2.core;
    requires static org.jspecify;

    exports dev.a2.store.kernel;
}
