/** Help for tests of applications. */
module dev.a2.testkit {
    requires transitive dev.a2;
    requires dev.a2.store.memory;
    requires static transitive org.jspecify;

    exports dev.a2.testkit;
}
