package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ErrorCode;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import dev.a2.store.Target;
import dev.a2.testservers.Eventually;
import dev.a2.testservers.RedisCluster;
import dev.a2.testservers.RedisServer;
import java.util.Set;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** A master dies for good, and its replica takes its slots. */
final class RedisClusterFailoverTest {
    @Test
    void sessionsGoOnWhereTheReplicaTookOver() {
        try (RedisCluster cluster = RedisCluster.start(RedisServer.Version.SEVEN);
                SessionStore store = RedisStore.open(RedisOptions.of(cluster.url()))) {
            String id = "s";
            int master = cluster.owner(SessionSlot.of("a2", id));
            cluster.addReplica(master);
            store.append(AppendRequest.of(id, event("a")));
            store.append(AppendRequest.of(id, event("b")));
            try (Jedis jedis = cluster.node(master).jedis()) {
                assertThat(jedis.waitReplicas(1, 10_000)).isEqualTo(1);
            }

            cluster.node(master).kill();
            Eventually.holds("the replica to take over", () -> isTaken(store, AppendRequest.of(id, event("c"))));

            assertThat(store.read(id, 0, null)).extracting(Event::id).containsExactly("a", "b", "c");
            store.refreshWork(id, Set.of("w"));
            assertThat(store.verify(id)).isEmpty();
            assertThat(store.sessions(null, 9).sessions())
                    .extracting(SessionBounds::sessionId)
                    .containsExactly(id);
        }
    }

    private static NewEvent event(String id) {
        return NewEvent.of(id, "t", Json.of("1")).to(Target.each("w"));
    }

    private static boolean isTaken(SessionStore store, AppendRequest request) {
        try {
            store.append(request);
            return true;
        } catch (StoreException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.STORE_UNAVAILABLE);
            return false;
        }
    }
}
