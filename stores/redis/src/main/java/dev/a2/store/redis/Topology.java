package dev.a2.store.redis;

import dev.a2.store.ErrorCode;
import dev.a2.store.StoreException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * The nodes of a cluster and their slots. It learns them from whichever node answers: at the start, when a node sent us
 * elsewhere or was lost, and now and then.
 */
final class Topology implements AutoCloseable {
    private static final Command ASK_SLOTS = Command.of("CLUSTER", "SLOTS");
    private static final long NOW_AND_THEN_NANOS = 30_000_000_000L;
    private static final long SELDOM_NANOS = 100_000_000;

    private final RedisOptions options;
    private final Slots slots = new Slots();
    private final Map<HostAndPort, SingleServer> servers = new ConcurrentHashMap<>();
    private final ReentrantLock learning = new ReentrantLock();
    private final AtomicBoolean asked = new AtomicBoolean();
    private final AtomicLong moves = new AtomicLong();
    /** Interruptions of connections to nodes that left. */
    private final AtomicLong ended = new AtomicLong();

    private volatile long learntNanos;
    private int turn; // under learning
    private volatile boolean closed;

    Topology(RedisOptions options) {
        this.options = options;
    }

    @Nullable HostAndPort owner(int slot) {
        if (System.nanoTime() - learntNanos > NOW_AND_THEN_NANOS) {
            learnSoon();
        }
        return slots.owner(slot);
    }

    SingleServer server(HostAndPort node) {
        return servers.computeIfAbsent(node, address -> {
            if (closed) {
                throw Failures.notSent("the store is closed", null);
            }
            return new SingleServer(options.server(options.server().at(address.getHost(), address.getPort())));
        });
    }

    /** The masters, in a settled order. */
    List<HostAndPort> masters() {
        return slots.nodes();
    }

    /** A node said that another one has the slot. */
    void moved(int slot, HostAndPort to) {
        moves.incrementAndGet();
        slots.set(slot, to);
        learnSoon();
    }

    /** Asks where a slot is after a node was lost; whether another one has it by now. */
    boolean learntOtherOwner(int slot, HostAndPort lost) {
        try {
            learn(lost);
        } catch (StoreException e) {
            return false;
        }
        return !lost.equals(slots.owner(slot));
    }

    /** How often a connection to a node broke, or a node sent us elsewhere: it may have been cut off from the others. */
    long interruptions() {
        return moves.get()
                + ended.get()
                + servers.values().stream()
                        .mapToLong(SingleServer::interruptions)
                        .sum();
    }

    void learnSoon() {
        if (asked.compareAndSet(false, true)) {
            Thread.ofVirtual().name("a2-redis-topology").start(() -> {
                try {
                    learn(null);
                } catch (StoreException e) {
                    // Whoever needs a node finds out.
                } finally {
                    asked.set(false);
                }
            });
        }
    }

    /**
     * Asks the nodes for their slots, unless somebody did a moment ago.
     *
     * @param suspect the one to ask last
     * @throws StoreException STORE_UNAVAILABLE when none answers
     */
    void learn(@Nullable HostAndPort suspect) {
        learning.lock();
        try {
            if (learntNanos == 0 || System.nanoTime() - learntNanos > SELDOM_NANOS) {
                StoreException problem = ask(suspect);
                if (problem != null) {
                    throw problem;
                }
                learntNanos = System.nanoTime();
            }
        } finally {
            learning.unlock();
        }
    }

    private @Nullable StoreException ask(@Nullable HostAndPort suspect) {
        StoreException problem = null;
        for (HostAndPort node : known(suspect)) {
            try {
                Object reply =
                        server(node).send(new byte[0], List.of(ASK_SLOTS)).get(0);
                if (reply instanceof JedisDataException error && isNoCluster(error)) {
                    throw new StoreException(
                            ErrorCode.STORE_NOT_CONFIGURED,
                            node + " is no node of a cluster; open it as redis://" + node);
                }
                slots.takeIn(Replies.list(Failures.checked(ASK_SLOTS, reply)), node);
                dropOthers();
                return null;
            } catch (StoreException e) {
                if (e.code() != ErrorCode.STORE_UNAVAILABLE) {
                    throw e;
                }
                problem = e;
            }
        }
        return problem;
    }

    /** A node that has no slot any more, or another address by now, needs no connections. */
    private void dropOthers() {
        Set<HostAndPort> needed = new HashSet<>(slots.nodes());
        needed.addAll(toBeginWith());
        for (HostAndPort node : List.copyOf(servers.keySet())) {
            SingleServer left = needed.contains(node) ? null : servers.remove(node);
            if (left != null) {
                ended.addAndGet(left.interruptions() + 1);
                Thread.ofVirtual().name("a2-redis-left").start(left::close); // its last calls may take their time
            }
        }
    }

    private List<HostAndPort> toBeginWith() {
        return options.nodes().stream()
                .map(node -> new HostAndPort(node.host(), node.port()))
                .toList();
    }

    private static boolean isNoCluster(JedisDataException error) {
        return String.valueOf(error.getMessage()).contains("cluster support disabled");
    }

    /** Each time another one first, as one that is cut off from the others goes on answering. */
    private List<HostAndPort> known(@Nullable HostAndPort suspect) {
        Set<HostAndPort> nodes = new LinkedHashSet<>(slots.nodes());
        nodes.addAll(toBeginWith());
        boolean suspected = suspect != null && nodes.remove(suspect);
        List<HostAndPort> order = new ArrayList<>(nodes);
        Collections.rotate(order, turn++);
        if (suspected) {
            order.add(suspect);
        }
        return order;
    }

    @Override
    public void close() {
        closed = true;
        new ArrayList<>(servers.values()).forEach(SingleServer::close);
    }
}
