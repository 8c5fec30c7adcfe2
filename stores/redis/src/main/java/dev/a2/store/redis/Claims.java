package dev.a2.store.redis;

import dev.a2.store.AttemptRef;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.HeadRef;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.RenewRequest;
import dev.a2.store.RenewResult;
import dev.a2.store.redis.Keys.SessionKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CLM, REN and REL: claims come, last and go. */
final class Claims {
    private final Home home;

    Claims(Home home) {
        this.home = home;
    }

    ClaimResult claim(ClaimRequest request) {
        home.limits().checkSession(request.sessionId());
        home.limits().checkName("holder", request.holder());
        home.limits().check(request.consumers());
        SessionKeys session = home.keys().session(request.sessionId());
        List<@Nullable Object> reply = home.run(session, command(session, request, request.resume() ? "1" : "0"));
        long earliest = Long.MAX_VALUE;
        while (Replies.word(reply).equals("further")) {
            earliest = Math.min(earliest, Replies.numberOr(reply.get(2), earliest));
            reply = home.run(session, command(session, request, Replies.text(reply.get(1))));
        }
        return result(request, reply, earliest);
    }

    /** What the last script says, where those before it saw that a head becomes free at {@code earliest}. */
    private static ClaimResult result(ClaimRequest request, List<@Nullable Object> reply, long earliest) {
        return switch (Replies.word(reply)) {
            case "fresh" ->
                new ClaimResult.Claimed(
                        Heads.fresh(request.sessionId(), request.holder(), reply),
                        Replies.number(reply.get(1)),
                        Replies.number(reply.get(2)));
            case "claimed" ->
                new ClaimResult.Claimed(
                        Heads.heads(request.sessionId(), reply.get(3), reply.subList(4, reply.size())),
                        Replies.number(reply.get(1)),
                        Replies.number(reply.get(2)));
            case "busy" -> new ClaimResult.Busy(Instant.ofEpochMilli(Math.min(earliest, Replies.number(reply.get(1)))));
            case "settled" ->
                earliest == Long.MAX_VALUE
                        ? new ClaimResult.Settled()
                        : new ClaimResult.Busy(Instant.ofEpochMilli(earliest));
            default -> throw Words.missing(request.sessionId(), Replies.number(reply.get(1)));
        };
    }

    /** From the first head on, with or without those that the holder has, or from where an earlier look ended. */
    private Command command(SessionKeys session, ClaimRequest request, String from) {
        List<String> excluded = new ArrayList<>();
        for (HeadRef head : request.exclude()) {
            if (head.lane() == null) {
                excluded.add(Keys.row(head.consumer(), null) + head.index());
            } else {
                excluded.add(Keys.row(head.consumer(), head.lane()));
                excluded.add(Keys.log(head.consumer(), head.lane()));
            }
        }
        Command command = Command.script(Script.CLAIM_AVAILABLE, session.count())
                .text(home.now())
                .text(request.holder())
                .text(Home.moment(request.expiry()))
                .optional(request.maxFailures())
                .optional(request.through())
                .optional(request.limit())
                .text(from)
                .flag(request.consumers().list() == null)
                .number(excluded.size());
        excluded.forEach(command::text);
        Home.addServed(command, request.consumers());
        return command;
    }

    RenewResult renew(RenewRequest request) {
        home.limits().checkSession(request.sessionId());
        if (request.claims().isEmpty()) {
            return new RenewResult(List.of(), List.of());
        }
        SessionKeys session = home.keys().session(request.sessionId());
        List<AttemptRef> claims = sorted(request.claims());
        String expiry = Home.moment(request.expiry());
        Command command = home.marking(Script.RENEW_CLAIMS, session)
                .text(request.holder())
                .text(expiry);
        List<@Nullable Object> reply = home.giving(session, () -> work(claims, expiry), with(command, claims));
        List<HeadRef> renewed = new ArrayList<>();
        List<HeadRef> superseded = new ArrayList<>();
        for (int i = 0; i < claims.size(); i++) {
            switch (Replies.text(reply.get(i))) {
                case "renewed" -> renewed.add(claims.get(i).head());
                case "superseded" -> superseded.add(claims.get(i).head());
                default -> {}
            }
        }
        return new RenewResult(renewed, superseded);
    }

    List<HeadRef> release(ReleaseRequest request) {
        home.limits().checkSession(request.sessionId());
        if (request.claims().isEmpty()) {
            return List.of();
        }
        SessionKeys session = home.keys().session(request.sessionId());
        List<AttemptRef> claims = sorted(request.claims());
        Command command = home.marking(Script.RELEASE_CLAIMS, session).text(request.holder());
        List<@Nullable Object> reply = home.giving(session, () -> work(claims, ""), with(command, claims));
        List<HeadRef> released = new ArrayList<>();
        for (int i = 0; i < claims.size(); i++) {
            if (Replies.number(reply.get(i)) > 0) {
                released.add(claims.get(i).head());
            }
        }
        home.hints().workCameUp();
        return released;
    }

    private static List<ComingWork.Work> work(List<AttemptRef> claims, String free) {
        return claims.stream()
                .map(claim -> new ComingWork.Work(claim.consumer(), free))
                .distinct()
                .toList();
    }

    private static List<AttemptRef> sorted(List<AttemptRef> claims) {
        return claims.stream()
                .distinct()
                .sorted(Comparator.comparing(AttemptRef::head, Heads.REFS))
                .toList();
    }

    private static Command with(Command command, List<AttemptRef> claims) {
        for (AttemptRef claim : claims) {
            command.number(claim.index())
                    .text(Keys.row(claim.consumer(), claim.lane()))
                    .number(claim.attempt());
        }
        return command;
    }
}
