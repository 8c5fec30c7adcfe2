/** What applications depend on. */
module dev.a2 {
    requires transitive dev.a2.core;
    requires static transitive org.jspecify;
    requires jdk.unsupported;
    requires tools.jackson.databind;

    exports dev.a2;
}
