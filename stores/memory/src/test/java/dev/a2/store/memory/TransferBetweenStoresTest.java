package dev.a2.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.replay.Replayer;
import dev.a2.replay.Trace;
import dev.a2.store.Limits;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionPart;
import dev.a2.store.SessionStore;
import dev.a2.tck.model.NaiveStorage;
import dev.a2.tck.model.NaiveStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Two stores that have nothing in common but the contract hand out the same sessions for the same golden vectors. */
class TransferBetweenStoresTest {
    private static final String VECTORS = "/dev/a2/tck/vectors/";

    @TestFactory
    Stream<DynamicTest> modelAndMemoryHandOutTheSameSessions() throws IOException {
        return text("index.txt")
                .lines()
                .filter(file -> !file.startsWith("layout/"))
                .map(file -> DynamicTest.dynamicTest(file, () -> {
                    MemoryStorage memory = new MemoryStorage();
                    NaiveStorage naive = new NaiveStorage();
                    Trace trace = Trace.parse(file, text(file));

                    new Replayer((clock, ids) -> MemoryStore.open(
                                    memory,
                                    MemoryStore.Options.defaults().clock(clock).ids(ids)))
                            .replay(trace);
                    new Replayer((clock, ids) -> new NaiveStore(naive, clock, ids, Limits.DEFAULTS)).replay(trace);

                    assertThat(everything(MemoryStore.open(memory, MemoryStore.Options.defaults())))
                            .isEqualTo(
                                    everything(new NaiveStore(naive, () -> Instant.EPOCH, () -> "", Limits.DEFAULTS)));
                }));
    }

    private static List<SessionPart> everything(SessionStore store) {
        List<SessionPart> parts = new ArrayList<>();
        for (SessionBounds session : store.sessions(null, 100).sessions()) {
            store.exportSession(session.sessionId(), parts::add);
        }
        return parts;
    }

    private static String text(String file) throws IOException {
        try (InputStream in = SessionStore.class.getResourceAsStream(VECTORS + file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
