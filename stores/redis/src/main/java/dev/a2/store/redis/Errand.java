package dev.a2.store.redis;

import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisClusterException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisMovedDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Commands on their way to the node of a cluster that carries them out. Each runs once; those that ran are not sent again. */
final class Errand {
    /** What stands behind the hash tag in the key that never exists. */
    static final String ABSENT = ":absent";

    private static final Command ASKING = Command.of("ASKING");

    private final Topology topology;
    private final byte[] key;
    private final int slot;
    private final List<Command> commands;
    private final List<@Nullable Object> replies;
    /** The places of those that did not run so far. */
    private List<Integer> left;

    Errand(Topology topology, byte[] key, List<Command> commands) {
        this.topology = topology;
        this.key = key;
        this.slot = JedisClusterCRC16.getSlot(key);
        this.commands =
                commands.stream().map(command -> command.withKey(ABSENT)).toList();
        this.replies = Arrays.asList(new @Nullable Object[commands.size()]);
        this.left = IntStream.range(0, commands.size()).boxed().toList();
    }

    int slot() {
        return slot;
    }

    /** Whether all ran. */
    boolean isDone() {
        return left.isEmpty();
    }

    /** As far as they came; where one did not run, the node's last word. */
    List<@Nullable Object> replies() {
        return replies;
    }

    /**
     * Sends what is left to a node, and on to the one that it refers to; false when nothing was sent, and another node may have
     * the slot by now.
     */
    boolean go(HostAndPort node) {
        List<@Nullable Object> sent =
                sentTo(node, left.stream().map(commands::get).toList());
        if (sent == null) {
            return false;
        }
        take(sent, 1);
        HostAndPort asked = null;
        List<Integer> elsewhere = new ArrayList<>();
        for (int place : left) {
            if (replies.get(place) instanceof JedisAskDataException ask) {
                HostAndPort to = ask.getTargetNode();
                asked = Slots.named(to.getHost(), to.getPort(), node);
            } else if (isLeft(topology, replies.get(place), node)) {
                elsewhere.add(place);
            }
        }
        if (asked != null) {
            return ask(asked, elsewhere);
        }
        left = elsewhere;
        return true;
    }

    /**
     * Only those that were referred, each right behind an ASKING, which counts for one: a key that the old node still has would
     * be absent on the new one.
     */
    private boolean ask(HostAndPort node, List<Integer> elsewhere) {
        left = left.stream()
                .filter(place -> replies.get(place) instanceof JedisAskDataException)
                .toList();
        List<Command> asking = new ArrayList<>();
        for (int place : left) {
            Command whole = commands.get(place).withText(); // few nodes know a script before they have its sessions
            asking.add(ASKING);
            asking.add(whole == null ? commands.get(place) : whole);
        }
        List<@Nullable Object> sent = sentTo(node, asking);
        Stream<Integer> again = left.stream();
        if (sent != null) {
            take(sent, 2);
            again = again.filter(place -> isLeft(topology, replies.get(place), node));
        }
        left = Stream.concat(again, elsewhere.stream()).sorted().toList();
        return sent != null;
    }

    private void take(List<@Nullable Object> sent, int step) {
        for (int i = 0; i < left.size(); i++) {
            replies.set(left.get(i), sent.get(i * step + step - 1));
        }
    }

    private @Nullable List<@Nullable Object> sentTo(HostAndPort node, List<Command> sent) {
        try {
            return topology.server(node).send(key, sent);
        } catch (StoreException e) {
            if (e.effect() == Effect.NOT_APPLIED && topology.learntOtherOwner(slot, node)) {
                return null;
            }
            topology.learnSoon();
            throw e;
        }
    }

    /** Whether a command did not run because its slot is, or goes, elsewhere. */
    static boolean isLeft(Topology topology, @Nullable Object reply, HostAndPort by) {
        if (reply instanceof JedisMovedDataException moved) {
            HostAndPort to = moved.getTargetNode();
            topology.moved(moved.getSlot(), Slots.named(to.getHost(), to.getPort(), by));
        } else if (reply instanceof JedisClusterException) {
            topology.learnSoon(); // CLUSTERDOWN: this node is cut off, or a slot has nobody
        }
        return reply instanceof JedisRedirectionException
                || (reply instanceof JedisDataException error && Failures.isTryAgain(error));
    }
}
