package dev.a2.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.A2Options;
import dev.a2.codec.Json;
import dev.a2.server.engine.Engine;
import dev.a2.server.metrics.Metrics;
import dev.a2.server.work.Claim;
import dev.a2.server.work.ClaimOrder;
import dev.a2.server.work.WorkDesk;
import dev.a2.store.Dispatch;
import dev.a2.store.NewEvent;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SessionStore;
import dev.a2.store.Target;
import dev.a2.store.memory.MemoryStore;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClaimReplyTest {
    /** A connection that is found broken once the answer is written. */
    private static final class Broken extends OutputStream {
        @Override
        public void write(int b) {}

        @Override
        public void flush() throws IOException {
            throw new IOException("broken pipe");
        }
    }

    @Test
    void whatCannotBeSentIsGivenBackAtNoFailure() {
        try (SessionStore store = MemoryStore.open();
                Engine engine = new Engine(store, null, A2Options.defaults());
                WorkDesk desk = new WorkDesk(engine, new Metrics(), 10)) {
            NewEvent event = new NewEvent("e", "did", Json.of("1"), null, List.of(new Target("mailer", null, null)));
            engine.append("s", List.of(event), null);
            Claim claim = desk.claim(order());
            claim.goOn(Duration.ZERO, () -> {});
            ClaimReply reply = new ClaimReply(desk, claim, "worker", engine::now);

            assertThatThrownBy(() -> reply.writeTo(new Broken())).isInstanceOf(IOException.class);

            Dispatch dispatch = store.cursors("s").get(0).dispatch();
            assertThat(claim.heads()).hasSize(1);
            assertThat(dispatch.attemptCount()).isEqualTo(1);
            assertThat(dispatch.failureCount()).isZero();
            assertThat(dispatch.claimHolder()).isNull();
            assertThat(desk.claims()).isZero();
        }
    }

    private static ClaimOrder order() {
        List<ServedConsumer> consumers = List.of(ServedConsumer.of("mailer"));
        return new ClaimOrder("worker", consumers, Duration.ofSeconds(30), 10, 8, Duration.ZERO, null, false);
    }
}
