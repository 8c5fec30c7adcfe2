package dev.a2.replay;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClearRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.FailRequest;
import dev.a2.store.HeadRef;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.RedriveRequest;
import dev.a2.store.RenewRequest;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.StoreException;
import dev.a2.store.Target;
import dev.a2.store.WakeLogRequest;
import dev.a2.store.When;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Recorded arguments as requests. */
final class Arguments {
    private Arguments() {}

    static AppendRequest append(Node args) {
        Node options = args.get("options");
        Served consumers = options == null ? Served.ALL : served(options);
        Long originIndex = options == null ? null : options.optionalNumber("originIndex");
        Long ifLastIndex = options == null ? null : options.optionalNumber("ifLastIndex");
        return new AppendRequest(session(args), events(args), consumers, originIndex, ifLastIndex, null);
    }

    static ClaimRequest claim(Node args) {
        return new ClaimRequest(
                session(args),
                args.string("holder"),
                expiry(args),
                served(args),
                refs(args, "exclude"),
                optionalInt(args, "maxFailures"),
                args.optionalNumber("through"),
                optionalInt(args, "limit"),
                args.get("resume") != null && args.require("resume").asBoolean());
    }

    static RenewRequest renew(Node args) {
        List<AttemptRef> claims =
                args.items("claims").stream().map(Arguments::attempt).toList();
        return new RenewRequest(session(args), args.string("holder"), claims, expiry(args));
    }

    static CompleteRequest complete(Node args) {
        return new CompleteRequest(session(args), attempt(args), events(args), served(args), null);
    }

    static FailRequest fail(Node args) {
        Long retryAt = args.optionalNumber("retryAt");
        return new FailRequest(
                session(args),
                attempt(args),
                args.string("error"),
                toInt(args.number("maxFailures")),
                retryAt == null ? null : When.at(Instant.ofEpochMilli(retryAt)));
    }

    static RedriveRequest redrive(Node args) {
        RedriveRequest.Action action = switch (args.string("action")) {
            case "retry" -> RedriveRequest.Action.RETRY;
            case "skip" -> RedriveRequest.Action.SKIP;
            default -> throw StoreException.invalid("no such action: " + args.string("action"));
        };
        return new RedriveRequest(session(args), args.string("consumer"), args.number("index"), action, served(args));
    }

    static WakeLogRequest wakeLog(Node args) {
        Node consumer = args.require("consumer");
        return new WakeLogRequest(session(args), consumer.string("name"), log(consumer.require("log")));
    }

    static ReadStateRequest readState(Node args) {
        return new ReadStateRequest(
                session(args),
                args.string("reducer"),
                args.optionalNumber("throughIndex"),
                args.optionalNumber("snapshotThroughIndex"),
                optionalInt(args, "limit"));
    }

    static List<SnapshotWrite> snapshots(Node args) {
        return args.items("writes").stream()
                .map(write -> new SnapshotWrite(
                        write.number("index"), json(write.members().get("state")), refs(write, "pins")))
                .toList();
    }

    static ClearRequest clear(Node args) {
        return new ClearRequest(session(args), args.optionalNumber("ifLastIndex"), cause(args));
    }

    static PresenceUpdate presence(Node args) {
        Map<String, Json> values = new LinkedHashMap<>();
        args.require("values").members().forEach((field, value) -> values.put(field, json(value)));
        return new PresenceUpdate(
                args.string("ns"),
                args.string("participant"),
                values,
                args.number("seen"),
                Instant.ofEpochMilli(args.number("at")),
                Duration.ofMillis(args.number("ttlMs")));
    }

    static String session(Node args) {
        return args.string("sessionId");
    }

    private static List<NewEvent> events(Node args) {
        return args.items("events").stream().map(Arguments::event).toList();
    }

    private static NewEvent event(Node event) {
        List<Target> targets = event.items("targets").stream()
                .map(target -> {
                    Long notBefore = target.optionalNumber("notBefore");
                    return new Target(
                            target.string("consumer"),
                            target.optionalString("lane"),
                            notBefore == null ? null : When.at(Instant.ofEpochMilli(notBefore)));
                })
                .toList();
        return new NewEvent(
                event.optionalString("id"),
                event.string("type"),
                json(event.members().get("payload")),
                cause(event),
                targets);
    }

    private static @Nullable AttemptRef cause(Node of) {
        Node cause = of.get("cause");
        return cause == null ? null : attempt(cause);
    }

    private static AttemptRef attempt(Node ref) {
        return new AttemptRef(
                ref.string("consumer"), ref.optionalString("lane"), ref.number("index"), toInt(ref.number("attempt")));
    }

    private static Set<HeadRef> refs(Node of, String name) {
        Set<HeadRef> refs = new HashSet<>();
        for (Node ref : of.items(name)) {
            refs.add(new HeadRef(ref.string("consumer"), ref.optionalString("lane"), ref.number("index")));
        }
        return refs;
    }

    private static Served served(Node of) {
        Node consumers = of.get("consumers");
        return consumers == null
                ? Served.ALL
                : new Served(consumers.items().stream()
                        .map(consumer -> {
                            Node log = consumer.get("log");
                            return new ServedConsumer(consumer.string("name"), log == null ? null : log(log));
                        })
                        .toList());
    }

    private static LogOptions log(Node log) {
        Node types = log.get("types");
        Set<String> names = types == null
                ? null
                : new LinkedHashSet<>(types.items().stream().map(Node::asString).toList());
        Node backfill = log.get("backfill");
        return new LogOptions(log.string("lane"), names, backfill != null && backfill.asBoolean());
    }

    private static When expiry(Node args) {
        Long ttlMs = args.optionalNumber("ttlMs");
        return ttlMs != null
                ? When.after(Duration.ofMillis(ttlMs))
                : When.at(Instant.ofEpochMilli(args.number("expiresAtMs")));
    }

    private static @Nullable Integer optionalInt(Node args, String name) {
        Long value = args.optionalNumber(name);
        return value == null ? null : Integer.valueOf(toInt(value));
    }

    private static int toInt(long value) {
        if (value != (int) value) {
            throw StoreException.invalid(value + " does not fit in 32 bits");
        }
        return (int) value;
    }

    /** The value with its exact text; an absent one is null. */
    private static Json json(@Nullable Node value) {
        return value == null ? Json.NULL : Json.of(value.text());
    }
}
