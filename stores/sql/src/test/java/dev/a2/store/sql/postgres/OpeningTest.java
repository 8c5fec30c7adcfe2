package dev.a2.store.sql.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.testservers.PostgresServer;
import dev.a2.testservers.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store that opens while its server comes and goes. */
@Timeout(60)
class OpeningTest {
    @Test
    void connectionThatIsCutWhileTheStoreOpensIsMadeAgain() throws Exception {
        try (PostgresServer server = PostgresServer.start();
                Proxy wire = new Proxy(server.port())) {
            wire.mode(Proxy.Mode.HOLD_REPLIES);
            CompletableFuture<SessionStore> opening = CompletableFuture.supplyAsync(() -> PostgresStore.open(
                    "postgres://postgres@127.0.0.1:" + wire.port() + "/postgres?socketTimeout=1",
                    PostgresStore.Options.defaults().waitLimit(Duration.ofSeconds(10))));
            Thread.sleep(300);
            wire.mode(Proxy.Mode.CUT_REPLY);
            Thread.sleep(300);
            wire.mode(Proxy.Mode.PASS);

            try (SessionStore store = opening.get(40, TimeUnit.SECONDS)) {
                assertThat(store.append(AppendRequest.of("s", NewEvent.of("a", "said", Json.NULL)))
                                .events())
                        .hasSize(1);
            }
        }
    }
}
