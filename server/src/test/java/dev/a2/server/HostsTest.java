package dev.a2.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.server.config.AccessOptions;
import dev.a2.server.config.NewApiToken;
import dev.a2.server.config.Role;
import dev.a2.server.config.ServerOptions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** F66: a page that points a name of its own at this machine is told that the server does not go by it. */
class HostsTest {
    private static ServerFixture fixture;

    @BeforeAll
    static void open() {
        fixture = ServerFixture.open(options ->
                options.access(AccessOptions.open().hosts(Set.of("a2.example", "proxy.example:8443", "FE80::7"))));
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @Test
    void theServersOwnNamesAreKnownInAnySpelling() {
        int port = fixture.server().address().getPort();

        for (String host : List.of(
                "127.0.0.1:" + port,
                "127.9.8.7:" + port,
                "localhost:" + port,
                "LocalHost.:" + port,
                "[::1]:" + port,
                "[0:0:0::0:1]:" + port,
                "a2.example",
                "A2.Example.:1",
                "proxy.example:8443",
                "[fe80:0::7]:5")) {
            assertThat(status("GET /healthz", "Host: " + host)).as(host).isEqualTo(200);
        }
    }

    @Test
    void everyOtherNameIsRefusedForReadsWritesAndUnknownPaths() {
        int port = fixture.server().address().getPort();

        for (String host : List.of(
                "evil.example",
                "evil.example:" + port,
                "localhost.evil.example:" + port,
                "evil.localhost:" + port,
                "127.0.0.1.evil.example:" + port,
                "127.0.0.1.:1",
                "localhost",
                "localhost:1",
                "localhost..:" + port,
                "[::2]:" + port,
                "[::1",
                "[evil.example]:" + port,
                "proxy.example",
                "proxy.example:1",
                "sub.a2.example",
                "127.1:" + port,
                "2130706433:" + port,
                "0177.0.0.1:" + port,
                "a2.example:99999",
                "user@localhost:" + port,
                "a2.example, evil.example")) {
            assertThat(status("GET /healthz", "Host: " + host)).as(host).isIn(421, 400);
            assertThat(status("GET /nowhere", "Host: " + host)).as(host).isIn(421, 400);
            assertThat(status("POST /v1/sessions/s/events", "Host: " + host))
                    .as(host)
                    .isIn(421, 400);
        }
        RawHttp.Answer refused = RawHttp.send(fixture.server().address(), "GET /healthz", "Host: evil.example");
        assertThat(refused.status()).isEqualTo(421);
        assertThat(refused.body()).contains("\"code\":\"UNKNOWN_HOST\"", "--allow-host");
    }

    @Test
    void noHostAndTwoOfThemAreRefused() {
        String own = "Host: localhost:" + fixture.server().address().getPort();

        assertThat(status("GET /healthz")).isIn(421, 400);
        assertThat(status("GET /healthz", "Host:")).isIn(421, 400);
        assertThat(status("GET /healthz", own, "Host: evil.example")).isIn(421, 400);
        assertThat(status("GET /healthz", "Host: evil.example", own)).isIn(421, 400);
    }

    /** SRV-6. */
    @Test
    void aServerThatOthersReachNeedsTokens() {
        for (String host : List.of("0.0.0.0", "::", "")) {
            assertThatThrownBy(() -> ServerFixture.open(options -> options.listen(host, 0)))
                    .as(host)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("everybody could do everything")
                    .hasMessageContaining("a2 token")
                    .hasMessageContaining("127.0.0.1");
        }
    }

    @Test
    void whereItListensOnEveryAddressOnlyConfiguredNamesAndLoopbackCount() {
        NewApiToken token = NewApiToken.make("ops", Set.of(Role.READ));
        AccessOptions access =
                AccessOptions.open().tokens(List.of(token.kept())).hosts(Set.of("a2.example"));

        try (ServerFixture everywhere =
                ServerFixture.open(options -> options.listen("0.0.0.0", 0).access(access))) {
            int port = everywhere.server().address().getPort();

            assertThat(everywhere.get("/healthz").statusCode()).isEqualTo(200);
            assertThat(RawHttp.send(everywhere.server().address(), "GET /healthz", "Host: a2.example")
                            .status())
                    .isEqualTo(200);
            assertThat(RawHttp.send(everywhere.server().address(), "GET /healthz", "Host: 0.0.0.0:" + port)
                            .status())
                    .isEqualTo(421);
        }
    }

    @Test
    void aHostThatIsNoneIsSaidAtTheStart() {
        for (String host : List.of("", "*", "https://a2.example", "a2.example/", "a b")) {
            assertThatThrownBy(() -> A2Server.open(
                            fixture.store(),
                            ServerOptions.defaults()
                                    .listen("127.0.0.1", 0)
                                    .access(AccessOptions.open().hosts(Set.of(host)))))
                    .as(host)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + host + "' is no host");
        }
    }

    private static int status(String line, String... headers) {
        return RawHttp.send(fixture.server().address(), line, headers).status();
    }
}
