/** A store in Redis. */
module dev.a2.store.redis {
    requires transitive dev.a2.core;
    requires static org.jspecify;
    requires java.net.http;
    requires redis.clients.jedis;

    exports dev.a2.store.redis;
}
