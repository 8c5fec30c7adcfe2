/** The command line. */
module dev.a2.cli {
    requires dev.a2;
    requires dev.a2.examples;
    requires dev.a2.replay;
    requires dev.a2.server;
    requires dev.a2.simulation;
    requires dev.a2.store.memory;
    requires dev.a2.store.redis;
    requires dev.a2.store.sql;
    requires info.picocli;
    requires java.logging;
    requires me.tongfei.progressbar;
    requires static org.jspecify;

    uses dev.a2.ContractProvider;

    opens dev.a2.cli to
            info.picocli;
}
