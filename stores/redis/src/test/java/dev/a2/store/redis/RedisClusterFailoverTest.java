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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.args.ClusterFailoverOption;

/** Masters that go for good, and new ones. */
final class RedisClusterFailoverTest {
    @Test
    void sessionsGoOnWhereTheReplicaTookOver() {
        try (RedisCluster cluster = RedisCluster.start(RedisServer.Version.SEVEN);
                SessionStore store = RedisStore.open(RedisOptions.of(cluster.url()))) {
            String id = "s";
            int master = cluster.owner(SessionSlot.of("a2", id));
            RedisServer replica = cluster.addReplica(master);
            store.append(AppendRequest.of(id, event("a")));
            store.append(AppendRequest.of(id, event("b")));
            awaitCopy(cluster.node(master), replica);

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

    @Test
    void nodeThatHasNoSlotAnyMoreIsLeftAlone() {
        try (RedisCluster cluster = RedisCluster.start(RedisServer.Version.SEVEN);
                SessionStore store = RedisStore.open(RedisOptions.of(cluster.url()))) {
            RedisServer left = cluster.node(2);
            String id = IntStream.range(0, 10_000)
                    .mapToObj(i -> "s" + i)
                    .filter(session -> cluster.owner(SessionSlot.of("a2", session)) == 2)
                    .findFirst()
                    .orElseThrow();
            RedisServer replica = cluster.addReplica(2);
            store.append(AppendRequest.of(id, event("a")));
            awaitCopy(left, replica);
            assertThat(clients(left)).isGreaterThan(1);

            try (Jedis jedis = replica.jedis()) {
                jedis.clusterFailover(ClusterFailoverOption.TAKEOVER);
            }
            Eventually.holds("a failover", () -> isMaster(replica));
            Eventually.holds("the new master", () -> isTaken(store, AppendRequest.of(id, event("b"))));

            Eventually.holds("nobody but this test at the old one", () -> clients(left) == 1);
            assertThat(store.read(id, 0, null)).extracting(Event::id).containsExactly("a", "b");
        }
    }

    /** Replication is not waited for by an append; WAIT counts only what its own connection wrote. */
    private static void awaitCopy(RedisServer master, RedisServer replica) {
        long written = offset(master);
        Eventually.holds("the replica to have all", () -> offset(replica) >= written);
    }

    private static long offset(RedisServer server) {
        try (Jedis jedis = server.jedis()) {
            return jedis.info("replication")
                    .lines()
                    .filter(line -> line.startsWith("master_repl_offset:"))
                    .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1)))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static boolean isMaster(RedisServer server) {
        try (Jedis jedis = server.jedis()) {
            return jedis.info("replication").contains("role:master");
        }
    }

    private static long clients(RedisServer server) {
        try (Jedis jedis = server.jedis()) {
            return jedis.clientList()
                    .lines()
                    .filter(line -> line.contains("flags=N"))
                    .count();
        }
    }

    /** The node that takes its first slot has none so far. */
    @Test
    void listLooksAtNodesWithoutSlotsToo() {
        try (RedisCluster own = RedisCluster.start(RedisServer.Version.SEVEN);
                SessionStore store = RedisStore.open(RedisOptions.of(own.url()))) {
            store.append(AppendRequest.of("s", event("a")));
            byte[] log = new Keys("a2").session("s").log();
            RedisServer empty = own.addEmpty();
            RedisServer from = own.node(own.owner(RedisCluster.slot(log)));
            try (Jedis to = empty.jedis();
                    Jedis old = from.jedis()) {
                String slot = "" + RedisCluster.slot(log);
                to.sendCommand(Protocol.Command.CLUSTER, "SETSLOT", slot, "IMPORTING", old.clusterMyId());
                old.sendCommand(Protocol.Command.CLUSTER, "SETSLOT", slot, "MIGRATING", to.clusterMyId());
                for (String key : old.keys("a2:{*")) {
                    old.migrate("127.0.0.1", empty.port(), key, 0, 10_000);
                }
            }

            assertThat(store.sessions(null, 9).sessions())
                    .extracting(SessionBounds::sessionId)
                    .containsExactly("s");
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
