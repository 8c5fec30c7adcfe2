/** The store contract and JSON payloads: what everything else stands on. */
module dev.a2.core {
    requires static transitive org.jspecify;
    requires transitive tools.jackson.databind;
    requires tools.jackson.core;

    exports dev.a2.codec;
    exports dev.a2.store;
    exports dev.a2.transfer;
}
