/** Recorded operations, replayed. */
module dev.a2.replay {
    requires transitive dev.a2.core;
    requires static org.jspecify;
    requires tools.jackson.core;

    exports dev.a2.replay;
}
