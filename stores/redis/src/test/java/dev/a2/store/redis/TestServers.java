package dev.a2.store.redis;

import java.util.List;

/** Real servers that hold one data set. */
interface TestServers extends AutoCloseable {
    /** For a store on them. */
    RedisOptions options();

    /** Each that holds some of it. */
    List<RedisServer> servers();

    @Override
    void close();
}
