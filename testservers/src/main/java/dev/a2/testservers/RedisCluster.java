package dev.a2.testservers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Three real masters that share the slots. */
public final class RedisCluster implements TestServers {
    private static final int NODES = 3;
    private static final int SLOTS = 16_384;

    private final Supplier<RedisServer> starting;
    private final List<RedisServer> nodes = new ArrayList<>();

    private RedisCluster(Supplier<RedisServer> starting) {
        this.starting = starting;
        for (int i = 0; i < NODES; i++) {
            nodes.add(starting.get());
        }
        for (int i = 0; i < NODES; i++) {
            try (Jedis jedis = node(i).jedis()) {
                int from = SLOTS * i / NODES;
                int to = SLOTS * (i + 1) / NODES;
                jedis.clusterAddSlots(IntStream.range(from, to).toArray());
                jedis.sendCommand(Protocol.Command.CLUSTER, "SET-CONFIG-EPOCH", "" + (i + 1));
                jedis.clusterMeet("127.0.0.1", meetingPort());
            }
        }
        awaitWhole();
    }

    /** Nodes with these settings; they keep nothing on disk otherwise. */
    public static RedisCluster start(RedisServer.Version version, String... settings) {
        return new RedisCluster(() -> RedisServer.start(version, asNode(settings)));
    }

    /** Nodes that also listen on ports where they show a certificate. */
    public static RedisCluster startSecure(RedisServer.Version version, Certificates certificates) {
        return new RedisCluster(() -> RedisServer.startSecure(version, certificates, asNode()));
    }

    private static String[] asNode(String... settings) {
        List<String> all = new ArrayList<>(List.of(
                "--cluster-enabled", "yes", "--cluster-config-file", "nodes.conf", "--cluster-node-timeout", "1500"));
        all.addAll(List.of(settings));
        return all.toArray(String[]::new);
    }

    /** Where nodes find each other. */
    private int meetingPort() {
        RedisServer first = node(0);
        return first.securePort() > 0 ? first.securePort() : first.port();
    }

    /** One more master, which has no slot. */
    public RedisServer addEmpty() {
        RedisServer empty = starting.get();
        nodes.add(empty);
        try (Jedis jedis = empty.jedis()) {
            jedis.clusterMeet("127.0.0.1", meetingPort());
        }
        awaitWhole();
        return empty;
    }

    /** One more node, which has all that a master has. */
    public RedisServer addReplica(int master) {
        RedisServer replica = addEmpty();
        try (Jedis jedis = replica.jedis()) {
            jedis.clusterReplicate(id(master));
        }
        replica.awaitInStep();
        return replica;
    }

    /** Waits until all nodes know all others and serve. */
    public void awaitWhole() {
        Eventually.holds("a whole cluster", () -> nodes.stream().allMatch(this::isWhole));
    }

    private boolean isWhole(RedisServer node) {
        try (Jedis jedis = node.jedis()) {
            String info = jedis.clusterInfo();
            return info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:" + nodes.size());
        } catch (JedisException e) {
            return false;
        }
    }

    /** A node; replicas come last. */
    public RedisServer node(int i) {
        return nodes.get(i);
    }

    /** The slot of a key. */
    public static int slot(byte[] key) {
        return JedisClusterCRC16.getSlot(key);
    }

    /** The number of the node that has a slot, as the nodes themselves say. */
    public int owner(int slot) {
        return nodes.stream()
                .mapToInt(node -> owner(node, slot))
                .filter(owner -> owner >= 0)
                .findFirst()
                .orElseThrow();
    }

    /** As one node says; -1 when it does not. */
    private int owner(RedisServer asked, int slot) {
        try (Jedis jedis = asked.jedis()) {
            for (Object one : (List<?>) jedis.sendCommand(Protocol.Command.CLUSTER, "SLOTS")) {
                List<?> range = (List<?>) one;
                long port = (Long) ((List<?>) range.get(2)).get(1);
                if ((Long) range.get(0) <= slot && slot <= (Long) range.get(1)) {
                    return IntStream.range(0, NODES)
                            .filter(n -> node(n).port() == port)
                            .findFirst()
                            .orElse(-1);
                }
            }
        } catch (JedisException e) {
            // Another one may answer.
        }
        return -1;
    }

    /** What one node does not know yet, the next move could take back. */
    private boolean allAgree(int slot, int owner) {
        Set<String> epochs = new HashSet<>();
        for (RedisServer node : nodes) {
            try (Jedis jedis = node.jedis()) {
                epochs.add(jedis.clusterInfo()
                        .lines()
                        .filter(line -> line.startsWith("cluster_current_epoch"))
                        .findFirst()
                        .orElse(""));
            }
            if (owner(node, slot) != owner) {
                return false;
            }
        }
        return epochs.size() == 1;
    }

    /** A node's name in the cluster. */
    public String id(int node) {
        try (Jedis jedis = node(node).jedis()) {
            return new String((byte[]) jedis.sendCommand(Protocol.Command.CLUSTER, "MYID"), UTF_8);
        }
    }

    /** A slot on its way from one node to another. */
    public final class Move {
        private final int slot;
        private final int from;
        private final int to;

        private Move(int slot, int from, int to) {
            this.slot = slot;
            this.from = from;
            this.to = to;
            set(to, "IMPORTING", id(from));
            set(from, "MIGRATING", id(to));
        }

        private void set(int node, String state, String other) {
            try (Jedis jedis = node(node).jedis()) {
                jedis.sendCommand(Protocol.Command.CLUSTER, "SETSLOT", "" + slot, state, other);
            }
        }

        /** Moves one more key; false when there is none. */
        public boolean key() {
            try (Jedis jedis = node(from).jedis()) {
                List<byte[]> keys = jedis.clusterGetKeysInSlotBinary(slot, 1);
                if (!keys.isEmpty()) {
                    jedis.migrate("127.0.0.1", node(to).port(), keys.get(0), 0, 10_000);
                }
                return !keys.isEmpty();
            }
        }

        /** Moves one key by its name. */
        public void key(byte[] key) {
            try (Jedis jedis = node(from).jedis()) {
                jedis.migrate("127.0.0.1", node(to).port(), key, 0, 10_000);
            }
        }

        /** Moves all keys. */
        public void keys() {
            while (key()) {}
        }

        /** Hands the slot over, as redis-cli does: its new owner first. */
        public void end() {
            for (int node : new int[] {to, from, 0, 1, 2}) {
                set(node, "NODE", id(to));
            }
            Eventually.holds("nodes that agree on the slot " + slot, () -> allAgree(slot, to));
        }
    }

    /** Begins to move a slot to a node. */
    public Move move(int slot, int to) {
        return new Move(slot, owner(slot), to);
    }

    @Override
    public String url() {
        return "redis+cluster://127.0.0.1:" + node(0).port() + ",127.0.0.1:" + node(1).port();
    }

    @Override
    public List<RedisServer> servers() {
        return nodes;
    }

    @Override
    public void close() {
        nodes.forEach(RedisServer::close);
    }
}
