/** The conformance kit for stores. */
module dev.a2.tck {
    requires transitive dev.a2.core;
    requires transitive dev.a2.replay;
    requires transitive org.assertj.core;
    requires static transitive org.jspecify;
    requires transitive org.junit.jupiter.api;

    exports dev.a2.tck;

    opens dev.a2.tck to
            org.junit.platform.commons;
}
