/** The conformance kit for stores. */
module dev.a2.tck {
    requires transitive dev.a2.core;
    requires dev.a2.replay;
    requires transitive org.assertj.core;
    requires static org.jspecify;
    requires transitive org.junit.jupiter.api;
}
