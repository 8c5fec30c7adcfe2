/** Programs that run. */
module dev.a2.examples {
    requires dev.a2;
    requires dev.a2.store.memory;
    requires dev.a2.store.sql;
    requires static org.jspecify;
}
