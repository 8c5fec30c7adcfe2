package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.Diagnosis;
import dev.a2.store.ErrorCode;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.Subscription;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import dev.a2.testservers.Certificates;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.RedisCluster;
import dev.a2.testservers.RedisServer;
import dev.a2.testservers.RedisServer.Version;
import dev.a2.testservers.RestBridge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Encrypted connections to real servers. */
final class TlsTest {
    @TempDir
    private static Path folder;

    private static Certificates certificates;
    private static Path strangers;

    @BeforeAll
    static void sign() throws IOException {
        certificates = Certificates.in(Files.createDirectory(folder.resolve("ours")));
        certificates.sign("server", "dns:localhost,ip:127.0.0.1");
        certificates.sign("client", "dns:client");
        strangers =
                Certificates.in(Files.createDirectory(folder.resolve("others"))).authority();
    }

    private static String url(RedisServer server, String more) {
        return "rediss://localhost:" + server.securePort() + "/?ca=" + certificates.authority() + more;
    }

    private static AppendRequest append(String session) {
        return AppendRequest.of(session, NewEvent.of("e", "t", Json.NULL));
    }

    private static StoreException failure(String url) {
        try (SessionStore store = RedisStore.open(url)) {
            throw new AssertionError("it was opened: " + store);
        } catch (StoreException e) {
            return e;
        }
    }

    private static void isRefused(String url, String why) {
        StoreException failure = failure(url);

        assertThat(failure).hasMessageContaining(why);
        assertThat(failure.code()).isEqualTo(ErrorCode.STORE_NOT_CONFIGURED);
        assertThat(failure.effect()).isEqualTo(Effect.NOT_APPLIED);
    }

    @ParameterizedTest
    @EnumSource
    void callsAndWakeupsAreEncrypted(Version version) {
        LinkedBlockingQueue<Wakeup> heard = new LinkedBlockingQueue<>();
        LinkedBlockingQueue<Boolean> gaps = new LinkedBlockingQueue<>();
        try (RedisServer server = RedisServer.startSecure(version, certificates);
                SessionStore store = RedisStore.open(url(server, ""));
                Subscription subscription = store.subscribe("s", new Wakeups.Listener() {
                    @Override
                    public void onWakeup(Wakeup wakeup) {
                        heard.add(wakeup);
                    }

                    @Override
                    public void onGap() {
                        gaps.add(true);
                    }
                })) {
            Eventually.holds("listening begins", () -> !gaps.isEmpty());

            store.append(append("s"));

            assertThat(store.read("s", 0, null)).hasSize(1);
            Eventually.holds("the wake-up is heard", () -> !heard.isEmpty());
        }
    }

    @Test
    void allNodesOfAClusterAreReachedEncrypted() {
        try (RedisCluster cluster = RedisCluster.startSecure(Version.SEVEN, certificates)) {
            String url =
                    "rediss+cluster://localhost:" + cluster.node(0).securePort() + "/?ca=" + certificates.authority();
            try (SessionStore store = RedisStore.open(url)) {
                for (int i = 0; i < 30; i++) {
                    store.append(append("s" + i));
                    assertThat(store.read("s" + i, 0, null)).hasSize(1);
                }
            }
        }
    }

    @Test
    void serverOfAnUnknownAuthorityIsRefused() {
        try (RedisServer server = RedisServer.startSecure(Version.SEVEN, certificates)) {
            String address = "rediss://localhost:" + server.securePort();

            isRefused(address, "unable to find valid certification path");
            isRefused(address + "/?ca=" + strangers, "path");
        }
    }

    @Test
    void serverOfAnotherNameIsRefused() throws IOException {
        Certificates misnamed = Certificates.in(Files.createDirectory(folder.resolve("misnamed")));
        misnamed.sign("server", "dns:elsewhere,ip:127.0.0.2");
        try (RedisServer server = RedisServer.startSecure(Version.SEVEN, misnamed)) {
            String ca = "/?ca=" + misnamed.authority();

            isRefused("rediss://localhost:" + server.securePort() + ca, "localhost");
            isRefused("rediss://127.0.0.1:" + server.securePort() + ca, "127.0.0.1");
        }
    }

    @Test
    void serverThatWantsToKnowUsGetsOurCertificate() {
        try (RedisServer server = RedisServer.startSecure(Version.SEVEN, certificates, "--tls-auth-clients", "yes")) {
            String identity = "&certificate=" + certificates.identity("client") + "&certificate-password=";
            try (SessionStore store = RedisStore.open(url(server, identity + Certificates.PASSWORD))) {
                store.append(append("s"));
            }

            StoreException unknown = failure(url(server, ""));
            assertThat(unknown).hasMessageContaining("certificate_required");
            assertThat(unknown.code()).isEqualTo(ErrorCode.STORE_NOT_CONFIGURED);
            assertThatThrownBy(() -> RedisOptions.of(url(server, identity + "wrong")))
                    .hasMessageContaining("TLS cannot be set up")
                    .hasMessageContaining("client.p12");
        }
    }

    @Test
    void settingsOfTlsNeedTls() {
        assertThatThrownBy(() -> RedisOptions.of("redis://localhost/?ca=" + certificates.authority()))
                .hasMessageContaining("rediss://");
        assertThatThrownBy(() -> RedisOptions.of("rediss://localhost/?ca=" + folder.resolve("none.pem")))
                .hasMessageContaining("none.pem");
    }

    /** Over HTTP. */
    @Test
    void onlyTrustedServersHearTheToken() {
        try (RestBridge bridge =
                RestBridge.secure(Tls.context(null, certificates.identity("server"), Certificates.PASSWORD))) {
            String trusting = bridge.url() + "/?ca=" + certificates.authority();
            try (SessionStore store = RedisStore.open(trusting)) {
                store.append(append("s"));
                assertThat(store.read("s", 0, null)).hasSize(1);
            }
            assertThat(RedisStore.diagnose(RedisOptions.of(trusting)))
                    .filteredOn(one -> one.subject().equals("connection"))
                    .extracting(Diagnosis::found)
                    .containsExactly("encrypted");

            int before = bridge.requests();
            StoreException refused = failure(bridge.url() + "/?ca=" + strangers);

            assertThat(refused.code()).isEqualTo(ErrorCode.STORE_NOT_CONFIGURED);
            assertThat(refused.effect()).isEqualTo(Effect.NOT_APPLIED);
            assertThat(refused).hasMessageContaining("no encrypted connection");
            assertThat(bridge.requests()).isEqualTo(before);
        }
    }
}
