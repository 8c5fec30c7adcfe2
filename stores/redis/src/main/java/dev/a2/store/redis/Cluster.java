package dev.a2.store.redis;

import dev.a2.store.Diagnosis;
import dev.a2.store.ErrorCode;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * A Redis Cluster: each slot's keys are on one node, reads and writes go to its master.
 *
 * <p>A node that does not have a key says so before it does anything, so the command follows to where it sends us, and waits
 * while the slot moves, within the time of one answer. Whatever else fails, fails for the caller.
 *
 * <p>While a slot moves, its keys are on two nodes. A script must never see half a session, so each one declares one more
 * key, which nobody ever writes: a node whose slot is on the move refuses a script that declares a key it does not have, and
 * one whose slot is not does not look (docs/decisions/0007-slot-migration.md).
 */
final class Cluster implements Commands {
    private final RedisOptions options;
    private final Topology topology;
    private final AtomicInteger listened = new AtomicInteger();

    /**
     * Learns the cluster's nodes.
     *
     * @throws StoreException STORE_UNAVAILABLE when none answers; STORE_NOT_CONFIGURED when it is no cluster
     */
    Cluster(RedisOptions options) {
        this.options = options;
        this.topology = new Topology(options);
        try {
            topology.learn(null);
        } catch (RuntimeException e) {
            topology.close();
            throw e;
        }
    }

    @Override
    public boolean isOneServer() {
        return false;
    }

    @Override
    public List<@Nullable Object> send(byte[] key, List<Command> commands) {
        Errand errand = new Errand(topology, key, commands);
        Patience patience = new Patience(options.timeouts().answer());
        while (true) {
            HostAndPort node = owner(errand.slot(), patience);
            boolean lost = !errand.go(node);
            if (errand.isDone()) {
                return errand.replies();
            }
            if (!patience.pause()) {
                if (lost) {
                    throw Failures.notSent("there is no connection to " + node, null);
                }
                return errand.replies();
            }
        }
    }

    private HostAndPort owner(int slot, Patience patience) {
        HostAndPort node = topology.owner(slot);
        while (node == null) {
            if (!patience.pause()) {
                throw Failures.notSent("no node has the slot " + slot, null);
            }
            topology.learn(null);
            node = topology.owner(slot);
        }
        return node;
    }

    @Override
    public List<@Nullable Object> sendEach(List<byte[]> keys, List<Command> commands) {
        Map<HostAndPort, List<Integer>> byNode = new LinkedHashMap<>();
        Patience patience = new Patience(options.timeouts().answer());
        for (int i = 0; i < keys.size(); i++) {
            HostAndPort node = owner(JedisClusterCRC16.getSlot(keys.get(i)), patience);
            byNode.computeIfAbsent(node, address -> new ArrayList<>()).add(i);
        }
        @Nullable Object[] replies = new @Nullable Object[keys.size()];
        byNode.forEach((node, places) -> {
            List<Command> own = places.stream().map(commands::get).toList();
            List<@Nullable Object> sent = topology.server(node).send(keys.get(places.get(0)), own);
            for (int i = 0; i < own.size(); i++) {
                int place = places.get(i);
                replies[place] = Errand.isLeft(topology, sent.get(i), node)
                        ? send(keys.get(place), List.of(own.get(i))).get(0)
                        : sent.get(i);
            }
        });
        return Arrays.asList(replies);
    }

    @Override
    public <T extends @Nullable Object> T creating(List<byte[]> absent, Function<Transaction, T> work) {
        return holder(absent.get(0)).creating(absent, work);
    }

    @Override
    public Diagnosis permissions() {
        return holder(new Keys(options.prefix()).schema()).permissions();
    }

    private SingleServer holder(byte[] key) {
        run(key, Command.of("EXISTS", (Object) key)); // finds out where it is
        HostAndPort node = owner(
                JedisClusterCRC16.getSlot(key), new Patience(options.timeouts().answer()));
        return topology.server(node);
    }

    @Override
    public <T> T everywhere(Function<List<Commands>, T> look) {
        Patience patience = new Patience(options.timeouts().start());
        StoreException problem = null;
        boolean moved = false;
        do {
            try {
                Arrangement before = arrangement();
                boolean twice = moved || !before.isAtRest();
                if (before.isWhole()) {
                    T seen = look.apply(servers(before, twice));
                    Arrangement after = arrangement();
                    if (after.equals(before)
                            || (twice
                                    && after.slots()
                                            .keySet()
                                            .equals(before.slots().keySet()))) {
                        return seen;
                    }
                    moved = true;
                }
            } catch (StoreException e) {
                if (e.code() != ErrorCode.STORE_UNAVAILABLE) {
                    throw e;
                }
                problem = e;
            }
        } while (patience.pause());
        throw new StoreException(
                ErrorCode.STORE_UNAVAILABLE,
                Effect.NOT_APPLIED,
                "some keys could be missed while nodes of the cluster come and go; ask again when they are settled",
                problem);
    }

    /**
     * While slots move, each master twice: a key that went before its new place was looked at, or after its old one was, is
     * found in the second round. It would have to move twice meanwhile to be missed.
     */
    private List<Commands> servers(Arrangement arrangement, boolean twice) {
        List<Commands> servers = new ArrayList<>();
        for (int round = 0; round < (twice ? 2 : 1); round++) {
            arrangement.slots().keySet().forEach(node -> servers.add(topology.server(node)));
        }
        return servers;
    }

    private Arrangement arrangement() {
        topology.learn(null);
        Set<HostAndPort> masters = new LinkedHashSet<>(topology.masters());
        HostAndPort first = masters.iterator().next();
        masters.addAll(Arrangement.masters(whoIsWhere(first), first));
        Map<HostAndPort, String> slots = new LinkedHashMap<>();
        masters.forEach(node -> slots.put(node, Arrangement.ofItself(whoIsWhere(node))));
        return new Arrangement(slots);
    }

    private String whoIsWhere(HostAndPort node) {
        return Replies.text(topology.server(node).run(new byte[0], Arrangement.ASK));
    }

    @Override
    public long interruptions() {
        return topology.interruptions();
    }

    @Override
    public Ear ear(Keys keys) {
        return new PubSubEar(this::listening, options.timeouts().answer(), keys.silentChannel());
    }

    /** To another node each time. */
    private Connection listening() {
        List<HostAndPort> nodes = topology.masters();
        if (nodes.isEmpty()) {
            throw new JedisConnectionException("no node of the cluster is known");
        }
        HostAndPort node = nodes.get(Math.floorMod(listened.getAndIncrement(), nodes.size()));
        return topology.server(node).listening();
    }

    @Override
    public void close() {
        topology.close();
    }
}
