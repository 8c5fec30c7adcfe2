package dev.a2.store.redis;

import dev.a2.store.IdSource;
import dev.a2.store.Limits;
import dev.a2.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What a Redis store is built with.
 *
 * @param server where it is and who we are there; of a cluster, one of its nodes
 * @param nodes nodes of a cluster to ask for the others; empty: none is known to be one
 * @param sentinels who knows where the server is; null: nobody is asked, it is where {@code server} says
 * @param rest how the server is spoken to over HTTP, then of {@code server} only whom we trust counts; null: not over HTTP
 * @param prefix what all keys begin with; no braces
 * @param timeouts how long it waits for the server
 * @param lanes connections that calls share; a session always uses the same one
 * @param clock decides leases, holds and presence; null: the server's own (CLK-2)
 * @param ids names events without id
 * @param limits sizes that it refuses to exceed
 * @param source names a store in the messages that it sends to others, so that it knows its own; empty: drawn for each that opens
 * @param safety what it demands of the server
 */
public record RedisOptions(
        Server server,
        List<Node> nodes,
        @Nullable Sentinels sentinels,
        @Nullable Rest rest,
        String prefix,
        Timeouts timeouts,
        int lanes,
        @Nullable InstantSource clock,
        IdSource ids,
        Limits limits,
        String source,
        Safety safety) {
    /**
     * A server's address.
     *
     * @param tls how it is encrypted: whom we trust, and our own certificate if there is one; null: not at all
     * @param user null: the default user
     * @param password null: none
     */
    public record Server(
            String host,
            int port,
            int database,
            @Nullable SSLContext tls,
            @Nullable String user,
            @Nullable String password) {
        /** Another one, where we are the same and trust the same. */
        public Server at(String host, int port) {
            return new Server(host, port, database, tls, user, password);
        }

        /** The same, encrypted so; null: not at all. */
        public Server tls(@Nullable SSLContext tls) {
            return new Server(host, port, database, tls, user, password);
        }

        /** The same for another user. */
        public Server as(@Nullable String user, @Nullable String password) {
            return new Server(host, port, database, tls, user, password);
        }
    }

    /** The address of a cluster's node, or of a sentinel. */
    public record Node(String host, int port) {}

    /**
     * Those who watch over a server, and name another one when it is lost.
     *
     * @param nodes of which one that answers is enough
     * @param master the server's name with them
     * @param user who we are to them; null: the default user
     * @param password null: none
     */
    public record Sentinels(
            List<Node> nodes,
            String master,
            @Nullable String user,
            @Nullable String password) {
        /** Checks that there is one. */
        public Sentinels {
            nodes = List.copyOf(nodes);
            if (nodes.isEmpty() || master.isEmpty()) {
                throw new IllegalArgumentException("sentinels need addresses, and the name of what they watch");
            }
        }

        /** Some that tell everybody. */
        public Sentinels(List<Node> nodes, String master) {
            this(nodes, master, null, null);
        }

        /** The same who know us as this user. */
        public Sentinels as(@Nullable String user, @Nullable String password) {
            return new Sentinels(nodes, master, user, password);
        }
    }

    /**
     * A REST interface to a server, as Upstash has it.
     *
     * @param address {@code https://host:port}, without a slash at its end
     * @param token says who we are; it is never shown
     * @param requestBytes requests that are larger are refused before they are sent
     * @param streams channels that are listened to at once, each over a stream of its own
     * @param silence how long a stream may bring nothing before another one takes its place
     */
    public record Rest(String address, String token, int requestBytes, int streams, Duration silence) {
        /** Checks the address and the limits. */
        public Rest {
            if (!address.matches("https?://[^/@?#]+(/[^@?#]*[^/@?#])?")) {
                throw new IllegalArgumentException("the address of a REST interface is https://host");
            }
            if (token.isEmpty() || !token.chars().allMatch(one -> one > ' ' && one < 0x7f)) {
                throw new IllegalArgumentException("a REST interface needs a token, of letters, digits and signs;"
                        + " write https://:TOKEN@host, or set A2_STORE_TOKEN or UPSTASH_REDIS_REST_TOKEN");
            }
            if (requestBytes < 1 << 16 || streams < 1 || !silence.isPositive()) {
                throw new IllegalArgumentException(
                        "a REST interface needs requests of at least 65536 bytes, a stream, and a time limit");
            }
        }

        /** Requests of 10 MB, as the smallest plan of Upstash takes them; 64 streams, silent for five minutes at most. */
        public static Rest of(String address, String token) {
            return new Rest(address, token, 10_000_000, 64, Duration.ofMinutes(5));
        }

        /** The same with requests of this size at most. */
        public Rest requestBytes(int requestBytes) {
            return new Rest(address, token, requestBytes, streams, silence);
        }

        /** The same with so many streams. */
        public Rest streams(int streams) {
            return new Rest(address, token, requestBytes, streams, silence);
        }

        /** The same with streams that may be silent for so long. */
        public Rest silence(Duration silence) {
            return new Rest(address, token, requestBytes, streams, silence);
        }

        /** Without the token. */
        @Override
        public String toString() {
            return address;
        }
    }

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
                new Server(host, port, 0, null, null, null),
                List.of(),
                null,
                null,
                "a2",
                new Timeouts(Duration.ofSeconds(2), Duration.ofSeconds(5), Duration.ofSeconds(10)),
                2,
                null,
                IdSource.timeOrdered(InstantSource.system()),
                Limits.DEFAULTS,
                "",
                Safety.DEFAULTS);
    }

    /**
     * Options from a URL: {@code redis://user:password@host:port/database?prefix=a2}. All but the host may be left out. Nodes of
     * a cluster: {@code redis+cluster://host:port,host:port/?prefix=a2}. Sentinels, of port 26379 unless they say another:
     * {@code redis+sentinel://host:port,host:port/master-name/database?prefix=a2}; what they want to know of us is told by
     * {@code sentinel-user} and {@code sentinel-password}. {@code rediss} in place of {@code redis}
     * encrypts; then {@code ca} may name a file of authorities, and {@code certificate} one with a certificate of our own.
     * A REST interface: {@code https://host/?prefix=a2}, with the token of {@code https://:token@host/} or of the environment's
     * {@code A2_STORE_TOKEN} or {@code UPSTASH_REDIS_REST_TOKEN}; {@code request-bytes} and {@code streams} are its limits.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static RedisOptions of(String url) {
        return RedisUrl.parse(url);
    }

    /** The same on this server. */
    public RedisOptions server(Server server) {
        return with(draft -> draft.server = server);
    }

    /** The same on the cluster that these nodes belong to. */
    public RedisOptions nodes(List<Node> nodes) {
        return with(draft -> draft.nodes = nodes);
    }

    /** The same on the server of which these sentinels know where it is; null: where {@link #server} says. */
    public RedisOptions sentinels(@Nullable Sentinels sentinels) {
        return with(draft -> draft.sentinels = sentinels);
    }

    /** The same over this REST interface; null: not over HTTP. */
    public RedisOptions rest(@Nullable Rest rest) {
        return with(draft -> draft.rest = rest);
    }

    /** The same with keys that begin with this. */
    public RedisOptions prefix(String prefix) {
        return with(draft -> draft.prefix = prefix);
    }

    /** The same with this patience. */
    public RedisOptions timeouts(Timeouts timeouts) {
        return with(draft -> draft.timeouts = timeouts);
    }

    /** The same with so many shared connections. */
    public RedisOptions lanes(int lanes) {
        return with(draft -> draft.lanes = lanes);
    }

    /** The same by this clock; null: the server's. */
    public RedisOptions clock(@Nullable InstantSource clock) {
        return with(draft -> draft.clock = clock);
    }

    /** The same with these ids. */
    public RedisOptions ids(IdSource ids) {
        return with(draft -> draft.ids = ids);
    }

    /** The same with these limits. */
    public RedisOptions limits(Limits limits) {
        return with(draft -> draft.limits = limits);
    }

    /** The same under this name in presence messages. */
    public RedisOptions source(String source) {
        return with(draft -> draft.source = source);
    }

    /** The same with these demands. */
    public RedisOptions safety(Safety safety) {
        return with(draft -> draft.safety = safety);
    }

    private RedisOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.options();
    }

    /** Options of which some are about to be others. */
    private static final class Draft {
        Server server;
        List<Node> nodes;

        @Nullable Sentinels sentinels;

        @Nullable Rest rest;

        String prefix;
        Timeouts timeouts;
        int lanes;

        @Nullable InstantSource clock;

        IdSource ids;
        Limits limits;
        String source;
        Safety safety;

        Draft(RedisOptions from) {
            server = from.server;
            nodes = from.nodes;
            sentinels = from.sentinels;
            rest = from.rest;
            prefix = from.prefix;
            timeouts = from.timeouts;
            lanes = from.lanes;
            clock = from.clock;
            ids = from.ids;
            limits = from.limits;
            source = from.source;
            safety = from.safety;
        }

        RedisOptions options() {
            return new RedisOptions(
                    server, nodes, sentinels, rest, prefix, timeouts, lanes, clock, ids, limits, source, safety);
        }
    }
}
