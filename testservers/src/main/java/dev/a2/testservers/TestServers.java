package dev.a2.testservers;

import java.util.List;

/** Real servers that hold one data set. */
public interface TestServers extends AutoCloseable {
    /** Where a store finds them. */
    String url();

    /** Each that holds some of it. */
    List<RedisServer> servers();

    @Override
    void close();
}
