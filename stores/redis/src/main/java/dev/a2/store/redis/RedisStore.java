package dev.a2.store.redis;

import dev.a2.store.Diagnosis;
import dev.a2.store.ErrorCode;
import dev.a2.store.SessionStore;
import dev.a2.store.StoreException;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The store in a Redis server: any number of processes share it, and other programs that know its layout may work on the same
 * sessions at the same time. Each operation is one atomic script.
 */
public final class RedisStore {
    static final String SCHEMA = "tagged-1";
    private static final long PAUSE_MS = 100;

    private RedisStore() {}

    /**
     * What there is to know of a server before one trusts it with sessions. Changes nothing there.
     *
     * @return in the order in which one wants to read it; one entry, that it is wrong, where there is no connection
     */
    public static List<Diagnosis> diagnose(RedisOptions options) {
        InstantSource clock = options.clock();
        return Doctor.diagnose(options, clock == null ? InstantSource.system() : clock);
    }

    /**
     * A store on the server that a URL names, such as {@code redis://localhost:6379/?prefix=a2}.
     *
     * @throws IllegalArgumentException when it is no such URL
     * @throws StoreException as {@link #open(RedisOptions)}
     */
    public static SessionStore open(String url) {
        return open(RedisOptions.of(url));
    }

    /**
     * A store on a server, or on the cluster that it is a node of.
     *
     * @throws StoreException STORE_NOT_CONFIGURED when the prefix holds another layout, the server is too old, it evicts keys,
     *     or its user lacks a permission; STORE_UNAVAILABLE when the server cannot be reached in time
     */
    public static SessionStore open(RedisOptions options) {
        long until = System.nanoTime() + options.timeouts().start().toNanos();
        while (true) {
            try {
                return tryOpen(options);
            } catch (StoreException e) {
                if (e.code() != ErrorCode.STORE_UNAVAILABLE || System.nanoTime() - until > 0) {
                    throw e;
                }
                pause(e);
            }
        }
    }

    private static SessionStore tryOpen(RedisOptions options) {
        Commands commands = commands(options);
        try {
            checkSchema(commands, new Keys(options.prefix()), options);
        } catch (RuntimeException e) {
            commands.close();
            throw e;
        }
        RedisOptions named =
                options.source().isEmpty() ? options.source(UUID.randomUUID().toString()) : options;
        RedisSessionStore store = new RedisSessionStore(named, commands);
        return new WatchedStore(store, new Losses(store, store::interruptions));
    }

    /** The server, however it is spoken to, or the cluster that it is a node of. */
    static Commands commands(RedisOptions options) {
        RedisOptions.Rest rest = options.rest();
        if (rest != null) {
            return new RestServer(options, rest);
        }
        if (!options.nodes().isEmpty()) {
            return new Cluster(options);
        }
        SingleServer server = new SingleServer(options);
        boolean isNode;
        try {
            isNode = isNode(server);
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
        if (!isNode) {
            return server;
        }
        server.close();
        RedisOptions.Server known = options.server();
        return new Cluster(options.nodes(List.of(new RedisOptions.Node(known.host(), known.port()))));
    }

    /** Whether a server says that it is a cluster's node; one that does not tell is none. */
    private static boolean isNode(SingleServer server) {
        Object reply = server.send(new byte[0], List.of(Command.of("HELLO"))).get(0);
        return !(reply instanceof RuntimeException)
                && Replies.property(Replies.list(reply), "mode").equals("cluster");
    }

    private static void checkSchema(Commands commands, Keys keys, RedisOptions options) {
        Requirements.check(
                ServerInfo.of(
                        commands.send(keys.schema(), List.of(ServerInfo.ASK)).get(0)),
                options);
        checkPermissions(commands);
        checkDurability(commands, keys, options);
        String found = schema(commands, keys);
        if (!found.equals(SCHEMA)) {
            throw new StoreException(
                    ErrorCode.STORE_NOT_CONFIGURED,
                    "the prefix \"" + options.prefix() + "\" holds the layout \"" + found + "\", not " + SCHEMA
                            + "; use another prefix");
        }
    }

    /** Named now, and not when a script has done half of what it does. */
    private static void checkPermissions(Commands commands) {
        Diagnosis diagnosis = commands.permissions();
        if (diagnosis.verdict() == Diagnosis.Verdict.WRONG) {
            throw new StoreException(
                    ErrorCode.STORE_NOT_CONFIGURED,
                    "permissions of this user are " + diagnosis.found() + "; " + diagnosis.meaning());
        }
    }

    private static void checkDurability(Commands commands, Keys keys, RedisOptions options) {
        Command waiting =
                options.safety().durability().waiting(options.timeouts().answer());
        if (waiting != null) {
            Requirements.checkDurability(
                    options, commands.send(keys.schema(), List.of(waiting)).get(0));
        }
    }

    /** Sets it if it is absent. */
    private static String schema(Commands commands, Keys keys) {
        List<Command> asked =
                List.of(Command.of("SET", keys.schema(), SCHEMA, "NX"), Command.of("GET", (Object) keys.schema()));
        List<@Nullable Object> replies = commands.send(keys.schema(), asked);
        Failures.checked(asked.get(0), replies.get(0));
        return Replies.text(Failures.checked(asked.get(1), replies.get(1)));
    }

    private static void pause(StoreException cause) {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw cause;
        }
    }
}
