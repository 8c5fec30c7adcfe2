/** Programs that run. */
module dev.a2.examples {
    requires transitive dev.a2;
    requires dev.a2.store.sql;
    requires static org.jspecify;
    requires tools.jackson.databind;

    exports dev.a2.examples.webhooks;
    exports dev.a2.examples.webhooks.demo;

    provides dev.a2.ContractProvider with
            dev.a2.examples.webhooks.WebhooksProvider;
}
