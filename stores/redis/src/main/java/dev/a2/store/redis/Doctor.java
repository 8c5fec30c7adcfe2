package dev.a2.store.redis;

import static dev.a2.store.Diagnosis.good;
import static dev.a2.store.Diagnosis.notice;
import static dev.a2.store.Diagnosis.wrong;

import dev.a2.store.Diagnosis;
import dev.a2.store.StoreException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisException;

/** Looks at a server and says what its state means for sessions. Changes nothing there. */
final class Doctor {
    private static final Duration WIDE_OFFSET = Duration.ofSeconds(1);

    private final RedisOptions options;
    private final InstantSource clock;
    /** Carries a command out; the reply, an error as an exception. */
    private final Function<Command, @Nullable Object> server;

    private final ServerInfo info;

    private Doctor(RedisOptions options, InstantSource clock, Function<Command, @Nullable Object> server) {
        this.options = options;
        this.clock = clock;
        this.server = server;
        this.info = ServerInfo.of(ask(ServerInfo.ASK));
    }

    static List<Diagnosis> diagnose(RedisOptions options, InstantSource clock) {
        RedisOptions.Rest rest = options.rest();
        if (rest != null) {
            return diagnose(options, rest, clock);
        }
        Link link;
        try {
            link = Link.open(options);
        } catch (JedisException e) {
            return List.of(wrong("connection", "none", "the server cannot be reached: " + e.getMessage()));
        }
        try {
            return new Doctor(options, clock, command -> exchange(link, command)).all(link);
        } catch (JedisException e) {
            return List.of(wrong("connection", "broken", "the server did not answer: " + e.getMessage()));
        } finally {
            link.close();
        }
    }

    private static List<Diagnosis> diagnose(RedisOptions options, RedisOptions.Rest rest, InstantSource clock) {
        try (RestServer server = new RestServer(options, rest)) {
            byte[] anywhere = new Keys(options.prefix()).schema();
            return new Doctor(
                            options,
                            clock,
                            command -> server.send(anywhere, List.of(command)).get(0))
                    .overHttp(rest);
        } catch (StoreException e) {
            return List.of(wrong("connection", "none", String.valueOf(e.getMessage())));
        }
    }

    private static @Nullable Object exchange(Link link, Command command) {
        List<@Nullable Object> replies = new ArrayList<>();
        link.exchange(List.of(command), replies);
        return replies.get(0);
    }

    /** What lies behind the interface says little of itself, and nothing can be tried without doing it. */
    private List<Diagnosis> overHttp(RedisOptions.Rest rest) {
        Command ping = Command.of("PING");
        Failures.checked(ping, ask(ping));
        return List.of(
                rest.address().startsWith("https:")
                        ? good("connection", "encrypted", "the token and what is sent are for this server alone")
                        : notice(
                                "connection",
                                "not encrypted",
                                "whoever is on the way reads the token and the sessions"),
                Requirements.version(info),
                notice(
                        "durability",
                        "cannot be read",
                        "an answer is all that a write waits for; how durable that is, the service says"),
                Requirements.eviction(info, options),
                Requirements.unreadable("permissions", "the token must stand for all commands, not for reading alone"),
                scripts(),
                keyLocking(),
                clocks(),
                layout(),
                notice(
                        "requests",
                        "of " + rest.requestBytes() + " bytes at most",
                        "larger ones are refused before they are sent; request-bytes=N follows the plan of the service"),
                notice(
                        "channels",
                        rest.streams() + " at once",
                        "sessions beyond that hear of events a few seconds late; streams=N allows more"));
    }

    private List<Diagnosis> all(Link link) {
        return List.of(
                Requirements.version(info),
                mode(),
                persistence(),
                durability(),
                Requirements.eviction(info, options),
                replicas(),
                new Permissions(options).diagnose(link),
                scripts(),
                keyLocking(),
                clocks(),
                layout());
    }

    private @Nullable Object ask(Command command) {
        return server.apply(command);
    }

    /** A setting; null where it cannot be read. */
    private @Nullable String setting(String name) {
        Object reply = ask(Command.of("CONFIG", "GET", name));
        if (!(reply instanceof List)) {
            return null;
        }
        List<@Nullable Object> pair = Replies.list(reply);
        return pair.size() < 2 ? null : Replies.text(pair.get(1));
    }

    private Diagnosis mode() {
        String mode = info.text("redis_mode");
        if (mode == null) {
            return Requirements.unreadable("mode", null);
        }
        return switch (mode) {
            case "sentinel" -> wrong("mode", mode, "a sentinel holds no data; name the primary that it watches");
            case "cluster" ->
                good("mode", mode, "one of several nodes that share the sessions; this is about this node");
            default -> good("mode", mode, "one server holds all sessions");
        };
    }

    private Diagnosis persistence() {
        if (info.isUnknown()) {
            return Requirements.unreadable("persistence", "AOF should be on");
        }
        if (info.is("aof_enabled", "1")) {
            return info.is("aof_last_write_status", "err")
                    ? wrong(
                            "persistence",
                            "AOF, which cannot be written",
                            "writes are refused until the disk takes them")
                    : appendOnlyFile();
        }
        String save = setting("save");
        if (save == null) {
            return notice(
                    "persistence", "no AOF; snapshots cannot be read", "a crash loses what came after the last one");
        }
        return save.isEmpty()
                ? wrong("persistence", "none", "a restart of the server loses every session; set appendonly yes")
                : notice(
                        "persistence",
                        "snapshots only (save " + save + ")",
                        "a crash loses what came after the last snapshot; set appendonly yes");
    }

    private Diagnosis appendOnlyFile() {
        String fsync = setting("appendfsync");
        if (fsync == null) {
            return notice(
                    "persistence",
                    "AOF; appendfsync cannot be read",
                    "a power cut loses what was not synced, and so may a crash of the server");
        }
        String found = "AOF, appendfsync " + fsync;
        return switch (fsync) {
            case "always" -> good("persistence", found, "what was acknowledged survives a crash and a power cut");
            case "everysec" ->
                good(
                        "persistence",
                        found,
                        "a power cut loses a second or two, and a crash of the server as much if the disk is slow just then");
            default ->
                notice("persistence", found, "a power cut loses what the system had not written, up to half a minute");
        };
    }

    private Diagnosis durability() {
        Command waiting =
                options.safety().durability().waiting(options.timeouts().answer());
        return Requirements.durability(options, waiting == null ? null : ask(waiting));
    }

    private Diagnosis replicas() {
        if (info.isUnknown()) {
            return Requirements.unreadable("replicas", null);
        }
        if (info.is("role", "slave")) {
            return wrong(
                    "replicas",
                    "this is one, of " + info.text("master_host") + ":" + info.text("master_port"),
                    "it refuses writes; name its primary");
        }
        long count = info.number("connected_slaves");
        return count == 0
                ? notice("replicas", "none", "when this machine is lost, so is what it alone holds")
                : good(
                        "replicas",
                        Long.toString(count),
                        "they follow a moment later; durability=replicas:N waits for them");
    }

    private Diagnosis scripts() {
        Object reply =
                ask(Command.of("EVAL", "return redis.call('GET', KEYS[1])", 1, options.prefix() + ":x:{doctor}:key"));
        return reply instanceof RuntimeException e && !Failures.is("MOVED", reply)
                ? wrong("scripts", "refused", "no operation works without: " + e.getMessage())
                : good("scripts", "run", "each operation is one");
    }

    private Diagnosis keyLocking() {
        byte[] key = Command.bytes(options.prefix() + ":x:{doctor}:key");
        return switch (KeyLocking.answer(ask(KeyLocking.question(key)))) {
            case TAKEN -> good("key locking", "by hash tag", "scripts of one session keep no other waiting");
            case REFUSED ->
                good(
                        "key locking",
                        "none that is of use",
                        "scripts run unflagged, one after the other, as on Redis itself");
            case OPEN -> Requirements.unreadable("key locking", null);
        };
    }

    private Diagnosis clocks() {
        long before = clock.millis();
        Object reply = ask(Command.of("TIME"));
        long after = clock.millis();
        if (reply instanceof RuntimeException) {
            return Requirements.unreadable("clock", null);
        }
        List<@Nullable Object> time = Replies.list(reply);
        long there = Replies.number(time.get(0)) * 1_000 + Replies.number(time.get(1)) / 1_000;
        // Somewhere between asking and hearing it was that time there.
        long offset = there < before ? there - before : Math.max(0, there - after);
        String found =
                offset == 0 ? "as here" : Math.abs(offset) + " ms " + (offset > 0 ? "ahead of" : "behind") + " here";
        return Math.abs(offset) < WIDE_OFFSET.toMillis()
                ? good("clock", found, "leases, retries and timers count by the server's clock")
                : notice(
                        "clock",
                        found,
                        "leases and retries count by the server's clock and suffer nothing; a moment that is named here,"
                                + " such as a timer's, comes that much off");
    }

    private Diagnosis layout() {
        Object reply = ask(Command.of("GET", (Object) new Keys(options.prefix()).schema()));
        if (reply instanceof RuntimeException) {
            return Failures.is("MOVED", reply)
                    ? good("layout", "recorded at another node", "it is checked when the store opens")
                    : Requirements.unreadable("layout", null);
        }
        String found = Replies.textOrNull(reply);
        if (found == null) {
            return good(
                    "layout", "none under the prefix " + options.prefix(), "the first store that opens begins there");
        }
        return found.equals(RedisStore.SCHEMA)
                ? good("layout", found + " under the prefix " + options.prefix(), "these sessions can be read")
                : wrong(
                        "layout",
                        found + " under the prefix " + options.prefix(),
                        "other data lies there; use another prefix");
    }
}
