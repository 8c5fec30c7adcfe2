/** The store contract and the payloads it carries. */
module dev.a2.core {
    requires static org.jspecify;
    requires tools.jackson.databind;

    exports dev.a2.codec;
    exports dev.a2.store;
}
