package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.Subscription;
import dev.a2.store.Wakeup;
import dev.a2.store.Wakeups;
import dev.a2.testservers.Certificates;
import dev.a2.testservers.KeyLockingRules.Reach;
import dev.a2.testservers.RestBridge;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a server offers HTTP/2, requests and streams share a connection. */
final class RestHttp2Test {
    private static final Path FRONT = Path.of("src/test/node/http2.mjs");

    @Test
    void requestsAndStreamsGoOverHttp2(@TempDir Path folder) throws Exception {
        Certificates certificates = Certificates.in(folder);
        certificates.sign("server", "ip:127.0.0.1");
        try (RestBridge bridge = RestBridge.start(Reach.DECLARED)) {
            Process front = front(bridge, certificates);
            try (BufferedReader said =
                    new BufferedReader(new InputStreamReader(front.getInputStream(), StandardCharsets.UTF_8))) {
                String address = "https://:" + RestBridge.TOKEN + "@127.0.0.1:" + said.readLine();
                isHeard(address + "/?ca=" + certificates.authority());
            } finally {
                front.destroyForcibly();
            }
        }
    }

    private static void isHeard(String url) throws InterruptedException {
        CountDownLatch gap = new CountDownLatch(1);
        CountDownLatch wakeup = new CountDownLatch(1);
        Wakeups.Listener listener = new Wakeups.Listener() {
            @Override
            public void onWakeup(Wakeup heard) {
                wakeup.countDown();
            }

            @Override
            public void onGap() {
                gap.countDown();
            }
        };
        try (SessionStore store = RedisStore.open(url);
                Subscription listening = store.subscribe("s", listener)) {
            assertThat(gap.await(20, TimeUnit.SECONDS)).isTrue();
            store.append(AppendRequest.of("s", NewEvent.of("e", "t", Json.NULL)));

            assertThat(wakeup.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(store.read("s", 0, null)).hasSize(1);
            assertThat(listening).isNotNull();
        }
    }

    /** In CI a missing node is a failure. */
    private static Process front(RestBridge bridge, Certificates certificates) {
        try {
            return new ProcessBuilder(
                            "node",
                            FRONT.toString(),
                            "" + bridge.port(),
                            certificates.certificate("server").toString(),
                            certificates.key("server").toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            assertThat(System.getenv("A2_CI")).as("this test needs Node").isNotEqualTo("true");
            Assumptions.abort("this test needs Node");
            throw new IllegalStateException(e);
        }
    }
}
