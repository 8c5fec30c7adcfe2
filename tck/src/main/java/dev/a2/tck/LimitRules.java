package dev.a2.tck;

import static dev.a2.tck.Given.event;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.Head;
import dev.a2.store.Limits;
import dev.a2.store.NewEvent;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.StateRead;
import dev.a2.store.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The size limits: refused before anything is written, counted in UTF-8 bytes. */
public interface LimitRules extends StoreRules {
    @Test
    @Rule("LIMITS")
    default void thePayloadLimitIsExactInUtf8Bytes() {
        Scene s = scene();
        int most = s.fixture().limits().payloadBytes();

        s.append(event("ascii", "t", text("x", most)), event("wide", "t", text("é", most)));
        s.invalid("a payload over the limit", () -> s.append(event("a", "t", text("x", most + 1))));
        s.invalid("a payload over the limit in wide characters", () -> s.append(event("a", "t", text("é", most + 2))));
        s.invalid(
                "a payload over the limit behind a good one",
                () -> s.append(event("b"), event("a", "t", text("x", most + 1))));

        assertThat(s.readIds()).containsExactly("ascii", "wide");
        assertThat(s.read().get(1).payload().size()).isEqualTo(most);
    }

    @Test
    @Rule("LIMITS")
    default void theNumberOfEventsInABatchIsLimited() {
        Scene s = scene();
        int most = s.fixture().limits().batchEvents();

        s.store().append(s.batch(events("a", most, "null").toArray(NewEvent[]::new)));
        s.invalid(
                "a batch of too many events",
                () -> s.store().append(s.batch(events("b", most + 1, "null").toArray(NewEvent[]::new))));

        assertThat(s.frontier()).isEqualTo(most);
    }

    @Test
    @Rule("LIMITS")
    default void theBytesOfABatchAreLimited() {
        Scene s = scene();
        Limits limits = s.fixture().limits();
        int parts = 16;
        String part = text("x", limits.batchBytes() / parts);

        s.append(events("a", parts, part).toArray(NewEvent[]::new));
        List<NewEvent> tooMuch = new ArrayList<>(events("b", parts, part));
        tooMuch.add(event("last", "t", "1"));
        s.invalid("a batch of too many bytes", () -> s.append(tooMuch.toArray(NewEvent[]::new)));

        assertThat(s.frontier()).isEqualTo(parts);
    }

    @Test
    @Rule("LIMITS")
    default void completionsAreLimitedLikeAppends() {
        Scene s = scene();
        Limits limits = s.fixture().limits();
        s.append(event("a").to(Target.each("w")));
        Head head = s.claimOne();

        s.invalid(
                "a returned payload over the limit",
                () -> s.complete(head, event("b", "t", text("x", limits.payloadBytes() + 1))));
        s.invalid(
                "too many returned events",
                () -> s.complete(
                        head, events("b", limits.batchEvents() + 1, "1").toArray(NewEvent[]::new)));

        s.completed(head, event("b"));
    }

    @Test
    @Rule("LIMITS")
    default void statesAndPresenceValuesAreLimitedLikePayloads() {
        Scene s = scene();
        int most = s.fixture().limits().payloadBytes();
        s.append(event("a"));

        s.snapshot(1, text("x", most));
        s.invalid("a state over the limit", () -> s.snapshot(1, text("y", most + 1)));
        present(s, text("x", most));
        s.invalid("a presence value over the limit", () -> present(s, text("y", most + 1)));

        StateRead state = s.store().readState(ReadStateRequest.of(s.session(), "r"));
        assertThat(Given.there("the snapshot", state.snapshot()).state().text()).isEqualTo(text("x", most));
        assertThat(s.store().readPresence(s.session())).hasSize(1);
    }

    @Test
    @Rule("LIMITS")
    default void everyNameIsLimited() {
        Scene s = scene();
        int most = s.fixture().limits().nameBytes();
        String tooLong = "x".repeat(most + 1);
        String tooWide = "é".repeat(most / 2 + 1);
        s.append(event("first"));

        NamePlaces.sessionIds().forEach((place, call) -> {
            s.invalid("a session id that is too long: " + place, () -> call.with(s, tooLong));
            s.invalid("a session id that is too wide: " + place, () -> call.with(s, tooWide));
        });
        NamePlaces.kept().forEach((place, call) -> {
            s.invalid("too long: " + place, () -> call.with(s, tooLong));
            s.invalid("too wide: " + place, () -> call.with(s, tooWide));
        });
    }

    @Test
    @Rule("LIMITS")
    default void namesOfTheLargestSizeWorkEverywhere() {
        Scene s = scene();
        String name = "é".repeat(s.fixture().limits().nameBytes() / 2);
        s.append(event(name, name).to(Target.each(name), Target.lane(name, name)));

        List<Head> heads = s.claimed(name);
        assertThat(heads)
                .hasSize(2)
                .allMatch(head -> name.equals(head.dispatch().claimHolder()));
        heads.forEach(s::completed);
        s.isSettled();
        assertThat(s.readIds()).containsExactly(name);
    }

    private static List<NewEvent> events(String stem, int count, String json) {
        List<NewEvent> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            events.add(event(stem + i, "t", json));
        }
        return events;
    }

    /** A JSON string of so many UTF-8 bytes, with its quotes. */
    private static String text(String of, int bytes) {
        int each = Json.string(of).size() - 2;
        int count = (bytes - 2) / each;
        return "\"" + of.repeat(count) + "x".repeat(bytes - 2 - count * each) + "\"";
    }

    private static void present(Scene s, String json) {
        s.store()
                .setPresence(new PresenceUpdate(
                        s.session(), "p", Map.of("f", Json.of(json)), 0, s.now(), Duration.ofMinutes(5)));
    }
}
