package dev.a2.store.redis;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import redis.clients.jedis.HostAndPort;

/**
 * Which slots each master of a cluster has, as it says itself.
 *
 * @param slots by master, also of those that have none: as {@code CLUSTER NODES} shows them, behind the epoch
 */
record Arrangement(Map<HostAndPort, String> slots) {
    static final Command ASK = Command.of("CLUSTER", "NODES");

    /** Where one of the nodes says that masters are; some of them may not answer. */
    static Set<HostAndPort> masters(String told, HostAndPort by) {
        Map<HostAndPort, String> masters = new HashMap<>();
        told.lines().map(Line::of).filter(Line::isServing).forEach(line -> masters.put(line.address(by), line.slots()));
        return masters.keySet();
    }

    /** What a node says of itself. */
    static String ofItself(String told) {
        return told.lines()
                .map(Line::of)
                .filter(line -> line.flags().contains("myself"))
                .map(line -> line.epoch() + " " + line.slots())
                .findFirst()
                .orElse("");
    }

    /** A line: id, address, flags, master, ping, pong, epoch, link, slots. */
    private record Line(String at, String flags, String epoch, String slots) {
        static Line of(String line) {
            String[] words = line.split(" ", 9);
            return new Line(words[1], words[2], words[6], words.length < 9 ? "" : words[8]);
        }

        boolean isServing() {
            return flags.contains("master")
                    && !flags.contains("fail")
                    && !flags.contains("handshake")
                    && !flags.contains("noaddr");
        }

        HostAndPort address(HostAndPort by) {
            String address = at.substring(0, at.indexOf('@'));
            int colon = address.lastIndexOf(':');
            return Slots.named(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)), by);
        }
    }

    /** Whether each slot is with one of them. */
    boolean isWhole() {
        return slots.values().stream()
                        .mapToInt(shown -> Slots.count(shown.substring(shown.indexOf(' ') + 1)))
                        .sum()
                == Slots.COUNT;
    }

    /** Whether no slot is on its way to another. */
    boolean isAtRest() {
        return slots.values().stream().noneMatch(shown -> shown.contains("["));
    }
}
