/** Real database servers for tests and benchmarks. */
module dev.a2.testservers {
    requires static transitive org.jspecify;
    requires transitive java.sql;
    requires jdk.httpserver;
    requires transitive redis.clients.jedis;
    requires org.opentest4j;
    requires org.tukaani.xz;

    exports dev.a2.testservers;
}
