/** Real database servers for tests and benchmarks. */
module dev.a2.testservers {
    requires static transitive org.jspecify;
    requires transitive redis.clients.jedis;

    exports dev.a2.testservers;
}
