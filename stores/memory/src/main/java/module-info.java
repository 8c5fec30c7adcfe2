/** The store contract in memory: the kernel over maps. */
module dev.a2.store.memory {
    requires transitive dev.a2.core;
    requires dev.a2.store.kernel;
    requires static org.jspecify;

    exports dev.a2.store.memory;
}
