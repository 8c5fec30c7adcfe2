package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ErrorCode;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import dev.a2.store.TakeWorkRequest;
import dev.a2.store.Target;
import dev.a2.store.WorkMark;
import dev.a2.testservers.RedisCluster;
import dev.a2.testservers.RedisServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** WRK-1 and WRK-3 where marks and sessions are on different nodes: what happens between a mark and what it is for. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ComingWorkTest {
    private static final Set<String> W = Set.of("w");
    private static final AppendRequest APPEND =
            AppendRequest.of("s", NewEvent.of("a", "t", Json.of("1")).to(Target.each("w")));

    private final RedisCluster cluster = RedisCluster.start(RedisServer.Version.SEVEN);
    private final AtomicLong now = new AtomicLong(1_700_000_000_000L);

    @AfterAll
    void stop() {
        cluster.close();
    }

    /** Two processes. */
    private final class Scene implements AutoCloseable {
        final RedisOptions options;
        final Commands commands;
        final ComingWork coming;
        final SessionStore mine;
        final SessionStore other;

        Scene(String prefix) {
            options = RedisOptions.of(cluster.url()).prefix(prefix).clock(() -> Instant.ofEpochMilli(now.get()));
            commands = RedisStore.commands(options);
            mine = RedisStore.open(options);
            other = RedisStore.open(options);
            coming = new ComingWork(commands, new Keys(prefix, mine.workShards()), options);
        }

        List<WorkMark> marks() {
            return mine.listWork(null, 100);
        }

        List<WorkMark> take() {
            List<WorkMark> taken = new ArrayList<>();
            for (int shard = 0; shard < other.workShards(); shard++) {
                taken.addAll(other.takeWork(new TakeWorkRequest(shard, W, 9, Duration.ofSeconds(30)))
                        .marks());
            }
            return taken;
        }

        @Override
        public void close() {
            mine.close();
            other.close();
            commands.close();
        }
    }

    @Test
    void markStaysWhileItsOperationIsUnderWay() {
        try (Scene s = new Scene("underway")) {
            s.coming.during("s", () -> List.of(ComingWork.Work.now("w")), () -> {
                s.other.refreshWork("s", W);
                assertThat(s.marks()).as("settled between mark and append").hasSize(1);
                assertThat(s.take()).hasSize(1);
                s.other.refreshWork("s", W);
                assertThat(s.marks().get(0).dueAt())
                        .as("looked at again soon")
                        .isEqualTo(Instant.ofEpochMilli(now.get() + 1_000));
                return "";
            });
        }
    }

    @Test
    void markOfAnOperationThatEndedIsSettledForGood() {
        try (Scene s = new Scene("ended")) {
            s.coming.during("s", () -> List.of(ComingWork.Work.now("w")), () -> "");
            s.coming.newest("s"); // tells that it ended
            s.other.refreshWork("s", W);

            assertThat(s.marks()).isEmpty();
        }
    }

    @Test
    void markOfAnOperationThatDiedIsSettledWhenItCanNoLongerCome() {
        try (Scene s = new Scene("died")) {
            assertThatThrownBy(() -> s.coming.during("s", () -> List.of(ComingWork.Work.now("w")), () -> {
                        throw new StoreException(ErrorCode.STORE_UNAVAILABLE, Effect.UNKNOWN, "cut", null);
                    }))
                    .isInstanceOf(StoreException.class);
            s.coming.newest("s");
            s.other.refreshWork("s", W);
            assertThat(s.marks()).as("it may still come").hasSize(1);
            now.addAndGet(Duration.ofMinutes(2).toMillis());
            s.other.refreshWork("s", W);

            assertThat(s.marks()).isEmpty();
            Keys keys = new Keys("died", s.mine.workShards());
            byte[] coming = keys.work(keys.workShard("s")).coming("s");
            assertThat(s.commands.run(coming, Command.of("HLEN", (Object) coming)))
                    .as("what is left of its tokens: the name of the newest")
                    .isEqualTo(1L);
        }
    }

    @Test
    void whatCameUpDuringALookIsNotSettledByIt() {
        try (Scene s = new Scene("look")) {
            Keys keys = new Keys("look", s.mine.workShards());
            String newest = s.coming.newest("s");
            // Between the look, which finds nothing, and its end, another process appends and tells that it is over.
            s.mine.append(APPEND);
            s.mine.refreshWork("s", Set.of("another consumer"));

            byte[] index = keys.work(keys.workShard("s")).index();
            Command settle = Command.script(Script.SETTLE_WORK, index)
                    .text(Long.toString(now.get()))
                    .text("s")
                    .text(newest)
                    .text("+1000")
                    .text("w")
                    .text("");
            s.commands.run(index, settle);

            assertThat(s.marks()).extracting(WorkMark::consumer).containsExactly("w");
            assertThat(s.mine.verify("s")).isEmpty();
        }
    }
}
