/** HTTP, server-sent events, access control and the console. */
module dev.a2.server {
    requires transitive dev.a2;
    requires com.nimbusds.jose.jwt;
    requires io.helidon.common.buffers;
    requires io.helidon.common.socket;
    requires io.helidon.common.uri;
    requires io.helidon.http;
    requires io.helidon.webserver;
    requires io.helidon.webserver.http2;
    requires micrometer.core;
    requires micrometer.registry.prometheus;
    requires static org.jspecify;

    exports dev.a2.server;
    exports dev.a2.server.config;
    exports dev.a2.server.token;
}
