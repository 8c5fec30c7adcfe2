package dev.a2.store.redis;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/** Which node of a cluster has which slot, as far as we were told. Any thread may use it. */
final class Slots {
    static final int COUNT = 16_384;

    private final AtomicReferenceArray<@Nullable HostAndPort> owners = new AtomicReferenceArray<>(COUNT);

    @Nullable HostAndPort owner(int slot) {
        return owners.get(slot);
    }

    void set(int slot, HostAndPort owner) {
        owners.set(slot, owner);
    }

    /**
     * Takes in what {@code CLUSTER SLOTS} answered: ranges, each with its master first.
     *
     * @param asked who answered; a node that does not know its own name leaves it out
     */
    void takeIn(List<@Nullable Object> ranges, HostAndPort asked) {
        for (Object one : ranges) {
            List<@Nullable Object> range = Replies.list(one);
            List<@Nullable Object> master = Replies.list(range.get(2));
            String host = Replies.textOrNull(master.get(0));
            HostAndPort owner = named(host == null ? "" : host, (int) Replies.number(master.get(1)), asked);
            for (int slot = (int) Replies.number(range.get(0)); slot <= Replies.number(range.get(1)); slot++) {
                set(slot, owner);
            }
        }
    }

    /** A node as another one names it: without a host, it is the other one's. */
    static HostAndPort named(String host, int port, HostAndPort by) {
        return new HostAndPort(host.isEmpty() || host.equals("?") ? by.getHost() : host, port);
    }

    /** How many slots a node says that it has, as {@code CLUSTER NODES} shows them, those that leave it among them. */
    static int count(String shown) {
        int count = 0;
        for (String range : shown.split(" ", -1)) {
            if (range.isEmpty() || range.startsWith("[")) {
                continue;
            }
            int dash = range.indexOf('-');
            int last = Integer.parseInt(range.substring(dash + 1));
            count += dash < 0 ? 1 : last - Integer.parseInt(range.substring(0, dash)) + 1;
        }
        return count;
    }

    /** All owners, in a settled order. */
    List<HostAndPort> nodes() {
        Set<HostAndPort> nodes = new TreeSet<>(Comparator.comparing(HostAndPort::toString));
        for (int slot = 0; slot < COUNT; slot++) {
            HostAndPort owner = owners.get(slot);
            if (owner != null) {
                nodes.add(owner);
            }
        }
        return List.copyOf(nodes);
    }
}
