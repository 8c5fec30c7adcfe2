package dev.a2.store.redis;

import dev.a2.store.IdSource;
import dev.a2.store.Limits;
import dev.a2.store.StoreException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a Redis store is built with.
 *
 * @param server where it is and who we are there; of a cluster, one of its nodes
 * @param nodes nodes of a cluster to ask for the others; empty: none is known to be one
 * @param prefix what all keys begin with; no braces
 * @param timeouts how long it waits for the server
 * @param lanes connections that calls share; a session always uses the same one
 * @param clock decides leases, holds and presence; null: the server's own (CLK-2)
 * @param ids names events without id
 * @param limits sizes that it refuses to exceed
 * @param source names this store in the presence messages that it sends, so that it knows its own
 * @param safety what it demands of the server
 */
public record RedisOptions(
        Server server,
        List<Node> nodes,
        String prefix,
        Timeouts timeouts,
        int lanes,
        @Nullable InstantSource clock,
        IdSource ids,
        Limits limits,
        String source,
        Safety safety) {
    private static final Pattern URL = Pattern.compile("redis(?<tls>s)?(?<cluster>\\+cluster)?://(?:(?<who>[^@/]*)@)?"
            + "(?<nodes>[^/?@]+)/?(?<database>\\d+)?/?(?:\\?(?<query>.*))?");

    /**
     * A server's address.
     *
     * @param user null: the default user
     * @param password null: none
     */
    public record Server(
            String host,
            int port,
            int database,
            boolean tls,
            @Nullable String user,
            @Nullable String password) {}

    /** The address of a cluster's node. */
    public record Node(String host, int port) {}

    /**
     * Limits of waiting.
     *
     * @param connect for a connection
     * @param answer for an answer; a connection that did not give one in time is given up
     * @param start for a server that is not there yet, or still loading, when the store opens
     */
    public record Timeouts(Duration connect, Duration answer, Duration start) {
        /** Checks that all are positive. */
        public Timeouts {
            if (!connect.isPositive() || !answer.isPositive() || !start.isPositive()) {
                throw new IllegalArgumentException("time limits must be positive");
            }
        }
    }

    /**
     * What a store demands of the server.
     *
     * @param acceptEviction whether the server may drop keys when its memory is full
     * @param durability when a write counts as done
     */
    public record Safety(boolean acceptEviction, Durability durability) {
        /** A server that evicts is refused; its answer is enough. */
        public static final Safety DEFAULTS = new Safety(false, Durability.AS_IS);

        /** The same with a server that evicts, or without. */
        public Safety acceptEviction(boolean accept) {
            return new Safety(accept, durability);
        }

        /** The same with writes that are done then. */
        public Safety durability(Durability durability) {
            return new Safety(acceptEviction, durability);
        }
    }

    /** Checks the prefix: a brace in it would set every key's hash tag. */
    public RedisOptions {
        nodes = List.copyOf(nodes);
        if (!nodes.isEmpty() && server.database() != 0) {
            throw StoreException.invalid("a cluster has no database " + server.database() + ", only 0");
        }
        if (prefix.isEmpty() || prefix.contains("{") || prefix.contains("}")) {
            throw StoreException.invalid("the key prefix \"" + prefix + "\" must not be empty or hold braces");
        }
        if (lanes < 1) {
            throw new IllegalArgumentException("a store needs at least one lane");
        }
    }

    /**
     * The prefix {@code a2}, two lanes, five seconds of patience, the server's clock, ids that grow with time, the contract's
     * limits.
     */
    public static RedisOptions of(String host, int port) {
        return new RedisOptions(
                new Server(host, port, 0, false, null, null),
                List.of(),
                "a2",
                new Timeouts(Duration.ofSeconds(2), Duration.ofSeconds(5), Duration.ofSeconds(10)),
                2,
                null,
                IdSource.timeOrdered(InstantSource.system()),
                Limits.DEFAULTS,
                UUID.randomUUID().toString(),
                Safety.DEFAULTS);
    }

    /**
     * Options from a URL: {@code redis://user:password@host:port/database?prefix=a2}, or {@code rediss:} for TLS. All but the
     * host may be left out. Nodes of a cluster: {@code redis+cluster://host:port,host:port/?prefix=a2}, or
     * {@code rediss+cluster:}.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static RedisOptions of(String url) {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException(url
                    + " is no Redis URL; write redis://host:port/?prefix=a2 or redis+cluster://host:port,host:port/");
        }
        List<Node> nodes = new ArrayList<>();
        for (String address : parts.group("nodes").split(",", -1)) {
            nodes.add(node(url, address));
        }
        boolean isCluster = parts.group("cluster") != null;
        if (nodes.size() > 1 && !isCluster) {
            throw new IllegalArgumentException("several servers are a cluster; write redis+cluster:// in " + url);
        }
        String database = parts.group("database");
        @Nullable String[] who = who(parts.group("who"));
        Node first = nodes.get(0);
        Server server = new Server(
                first.host(),
                first.port(),
                database == null ? 0 : Integer.parseInt(database),
                parts.group("tls") != null,
                who[0],
                who[1]);
        RedisOptions to = of(first.host(), first.port()).server(server).nodes(isCluster ? nodes : List.of());
        return parts.group("query") == null ? to : to.with(parts.group("query"));
    }

    private static Node node(String url, String address) {
        URI uri = URI.create("redis://" + address);
        if (uri.getHost() == null) {
            throw new IllegalArgumentException(url + " is no Redis URL: \"" + address + "\" is no host and port");
        }
        return new Node(uri.getHost(), uri.getPort() < 0 ? 6379 : uri.getPort());
    }

    private static @Nullable String[] who(@Nullable String userInfo) {
        if (userInfo == null) {
            return new @Nullable String[] {null, null};
        }
        int colon = userInfo.indexOf(':');
        String user = decode(colon < 0 ? userInfo : userInfo.substring(0, colon));
        return new @Nullable String[] {
            user.isEmpty() ? null : user, colon < 0 ? null : decode(userInfo.substring(colon + 1))
        };
    }

    private RedisOptions with(String query) {
        RedisOptions to = this;
        for (String setting : query.split("&", -1)) {
            int equals = setting.indexOf('=');
            String value = decode(setting.substring(equals + 1));
            to = switch (equals < 0 ? "" : setting.substring(0, equals)) {
                case "prefix" -> to.prefix(value);
                case "lanes" -> to.lanes(Integer.parseInt(value));
                case "eviction" -> to.safety(to.safety.acceptEviction(isAccepted(value)));
                case "durability" -> to.safety(to.safety.durability(Durability.parse(value)));
                default -> throw new IllegalArgumentException("a Redis URL knows no setting " + setting);
            };
        }
        return to;
    }

    private static boolean isAccepted(String value) {
        return switch (value) {
            case "accept" -> true;
            case "refuse" -> false;
            default -> throw new IllegalArgumentException("eviction is accept or refuse, not " + value);
        };
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    /** The same on this server. */
    public RedisOptions server(Server server) {
        return new RedisOptions(server, nodes, prefix, timeouts, lanes, clock, ids, limits, source, safety);
    }

    /** The same on the cluster that these nodes belong to. */
    public RedisOptions nodes(List<Node> nodes) {
        return new RedisOptions(server, nodes, prefix, timeouts, lanes, clock, ids, limits, source, safety);
    }

    /** The same with keys that begin with this. */
    public RedisOptions prefix(String prefix) {
        return new RedisOptions(server, nodes, prefix, timeouts, lanes, clock, ids, limits, source, safety);
    }

    /** The same with this patience. */
    public RedisOptions timeouts(Timeouts timeouts) {
        return new RedisOptions(server, nodes, prefix, timeouts, lanes, clock, ids, limits, source, safety);
    }

    /** The same with so many shared connections. */
    public RedisOptions lanes(int lanes) {
        return new RedisOptions(server, nodes, prefix, timeouts, lanes, clock, ids, limits, source, safety);
    }

    /** The same by this clock; null: the server's. */
    public RedisOptions clock(@Nullable InstantSource clock) {
        return new RedisOptions(server, nodes, prefix, timeouts, lanes, clock, ids, limits, source, safety);
    }

    /** The same with these ids. */
    public RedisOptions ids(IdSource ids) {
        return new RedisOptions(server, nodes, prefix, timeouts, lanes, clock, ids, limits, source, safety);
    }

    /** The same with these limits. */
    public RedisOptions limits(Limits limits) {
        return new RedisOptions(server, nodes, prefix, timeouts, lanes, clock, ids, limits, source, safety);
    }

    /** The same under this name in presence messages. */
    public RedisOptions source(String source) {
        return new RedisOptions(server, nodes, prefix, timeouts, lanes, clock, ids, limits, source, safety);
    }

    /** The same with these demands. */
    public RedisOptions safety(Safety safety) {
        return new RedisOptions(server, nodes, prefix, timeouts, lanes, clock, ids, limits, source, safety);
    }
}
