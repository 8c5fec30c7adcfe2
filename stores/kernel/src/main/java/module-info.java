/** The rules of the store contract over a small row interface. */
module dev.a2.store.kernel {
    requires transitive dev.a2.core;
    requires static org.jspecify;
}
