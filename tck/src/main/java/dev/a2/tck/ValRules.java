package dev.a2.tck;

import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.log;
import static dev.a2.tck.Given.refs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.CompleteRequest;
import dev.a2.store.Cursor;
import dev.a2.store.Event;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.LogOptions;
import dev.a2.store.NewEvent;
import dev.a2.store.PresenceEntry;
import dev.a2.store.PresenceUpdate;
import dev.a2.store.ReadStateRequest;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.Reserved;
import dev.a2.store.Served;
import dev.a2.store.ServedConsumer;
import dev.a2.store.SnapshotWrite;
import dev.a2.store.StateRead;
import dev.a2.store.Target;
import dev.a2.store.When;
import dev.a2.store.WorkMark;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** VAL: what no store accepts, and odd names that every store does. */
public interface ValRules extends StoreRules {
    /** Lone surrogates, as the whole name or inside it. */
    List<String> MALFORMED = List.of("\ud800", "\udfff", "a\ud83d", "\ude00a", "\ude00\ud83d", "a\ud800b");

    @Test
    @Rule("VAL-1")
    default void emptyNamesAreRefused() {
        Scene s = scene();
        s.append(event("first"));

        NamePlaces.sessionIds()
                .forEach((place, call) -> s.invalid("an empty session id: " + place, () -> call.with(s, "")));
        NamePlaces.names().forEach((place, call) -> s.invalid("an empty " + place, () -> call.with(s, "")));
    }

    @Test
    @Rule("VAL-1")
    default void loneSurrogatesAreRefusedInEveryName() {
        Scene s = scene();
        s.append(event("first"));

        Map<String, NamePlaces.Place> places = new HashMap<>(NamePlaces.sessionIds());
        places.putAll(NamePlaces.names());
        places.putAll(NamePlaces.texts());
        places.forEach((place, call) -> {
            for (String name : MALFORMED) {
                s.invalid("a lone surrogate in: " + place, () -> call.with(s, name));
            }
        });
    }

    @Test
    @Rule("VAL-1")
    default void emptyTextIsALane() {
        Scene s = scene();

        s.append(
                Served.of(ServedConsumer.log("g", new LogOptions("", null, false))),
                event("a").to(Target.lane("q", ""), Target.each("q")));

        assertThat(refs(s.claimed())).containsExactly("g/@1", "q@1", "q/@1");
        assertThat(s.cursors()).extracting(Cursor::lane).containsExactly("", "", null);
    }

    @Test
    @Rule("VAL-1")
    default void oddSessionIdsAreDifferentSessions() {
        Scene s = scene();
        String stem = s.unique("odd");
        List<String> ids = Odd.NAMES.stream()
                .filter(name -> name.length() < 500)
                .map(name -> s.own(stem + name))
                .toList();

        for (int i = 0; i < ids.size(); i++) {
            s.store()
                    .append(AppendRequest.of(
                            ids.get(i), event("same", "t", Integer.toString(i)).to(Target.each("w"))));
        }

        for (int i = 0; i < ids.size(); i++) {
            List<Event> events = s.store().read(ids.get(i), 0, null);
            assertThat(events).as("session %s", ids.get(i)).hasSize(1);
            assertThat(events.get(0).payload().text()).isEqualTo(Integer.toString(i));
            assertThat(events.get(0).sessionId()).isEqualTo(ids.get(i));
            assertThat(s.store().cursors(ids.get(i))).hasSize(1);
            assertThat(WorkCheck.marks(s.store(), ids.get(i)))
                    .extracting(WorkMark::consumer)
                    .containsExactly("w");
        }
    }

    @Test
    @Rule("VAL-1")
    default void oddEventIdsAndTypesAreKeptAndDiffer() {
        Scene s = scene();
        List<NewEvent> batch = Odd.NAMES.stream().map(name -> event(name, name)).toList();

        s.store().append(AppendRequest.of(s.session(), batch));

        assertThat(s.read()).extracting(Event::id).containsExactlyElementsOf(Odd.NAMES);
        assertThat(s.read()).extracting(Event::type).containsExactlyElementsOf(Odd.NAMES);
        s.changesNothing(() -> s.store().append(AppendRequest.of(s.session(), batch)));
    }

    @Test
    @Rule("VAL-1")
    default void oddConsumersAndLanesAreKeptAndDiffer() {
        Scene s = scene();
        List<Target> targets = new ArrayList<>();
        for (String name : Odd.NAMES) {
            targets.add(Target.each(name));
            targets.add(Target.lane("q", name));
            targets.add(Target.lane(name, "x"));
        }

        s.append(new NewEvent("a", "t", Json.NULL, null, targets));

        List<Head> heads = s.claimed();
        assertThat(heads).hasSize(targets.size()).extracting(Head::ref).doesNotHaveDuplicates();
        assertThat(s.cursors()).hasSize(targets.size());
        Head one = heads.get(heads.size() / 2);
        s.completed(one);
        assertThat(s.cursors().stream().filter(cursor -> cursor.head() != null)).hasSize(targets.size() - 1);
        for (Head head : heads) {
            s.completed(head);
        }
        s.isSettled();
    }

    @Test
    @Rule("VAL-1")
    default void oddNamesInExclusionsAndServedConsumersAreNotConfused() {
        Scene s = scene();
        List<Target> targets = new ArrayList<>();
        for (String name : Odd.NAMES) {
            targets.add(Target.each(name));
            targets.add(Target.lane("q", name));
        }
        s.append(new NewEvent("a", "t", Json.NULL, null, targets));

        for (String name : Odd.NAMES.subList(0, 30)) {
            List<Head> heads = s.claimed(s.asking("h").serving(Served.named(name)));
            assertThat(refs(heads)).as("what is claimed for %s", name).containsExactly(name + "@1");
        }
        Set<HeadRef> allButOne = new HashSet<>();
        Odd.NAMES.subList(1, Odd.NAMES.size()).forEach(name -> allButOne.add(new HeadRef("q", name, 1)));
        List<Head> heads = s.claimed(s.asking("h").serving(Served.named("q")).exclude(allButOne));
        assertThat(refs(heads)).containsExactly("q/" + Odd.NAMES.get(0) + "@1");
    }

    @Test
    @Rule("VAL-1")
    default void oddLogConsumersLanesAndTypesAreKeptAndDiffer() {
        Scene s = scene();
        List<ServedConsumer> logs = new ArrayList<>();
        List<NewEvent> batch = new ArrayList<>();
        for (String name : Odd.NAMES.subList(0, 40)) {
            batch.add(event("id of " + name, name));
            logs.add(ServedConsumer.log("g", new LogOptions(name, Set.of(name), false)));
            logs.add(ServedConsumer.log(name, new LogOptions("one", Set.of(name), false)));
        }

        s.store().append(AppendRequest.of(s.session(), batch).serving(new Served(logs)));

        for (Head head : s.claimed()) {
            String name = head.consumer().equals("g") && !"one".equals(head.lane()) ? head.lane() : head.consumer();
            assertThat(head.event().type()).as("what the log of %s takes", name).isEqualTo(name);
        }
        assertThat(s.cursors()).hasSize(80).allMatch(cursor -> cursor instanceof Cursor.LogCursor);
    }

    @Test
    @Rule("VAL-1")
    default void oddHoldersAreKeptAndDiffer() {
        Scene s = scene();
        s.append(event("a").to(Target.each("w")));

        for (String holder : Odd.NAMES) {
            Head head = s.claimOne(holder);
            assertThat(head.dispatch().claimHolder()).isEqualTo(holder);
            assertThat(s.store()
                            .releaseClaims(new ReleaseRequest(
                                    s.session(), holder.equals("a") ? "A" : "a", List.of(head.attempt()))))
                    .as("what another holder gives back of %s's", holder)
                    .isEmpty();
            assertThat(s.store().releaseClaims(new ReleaseRequest(s.session(), holder, List.of(head.attempt()))))
                    .hasSize(1);
        }
    }

    @Test
    @Rule("VAL-1")
    default void oddReducersAreKeptAndDiffer() {
        Scene s = scene();
        s.append(event("a"));

        for (int i = 0; i < Odd.NAMES.size(); i++) {
            s.store()
                    .putSnapshots(
                            s.session(),
                            Odd.NAMES.get(i),
                            List.of(new SnapshotWrite(1, Json.of(Integer.toString(i)), Set.of())));
        }

        for (int i = 0; i < Odd.NAMES.size(); i++) {
            StateRead read = s.store().readState(ReadStateRequest.of(s.session(), Odd.NAMES.get(i)));
            assertThat(Given.there("the snapshot of " + Odd.NAMES.get(i), read.snapshot())
                            .state()
                            .text())
                    .isEqualTo(Integer.toString(i));
        }
    }

    @Test
    @Rule({"PRS-4", "VAL-1"})
    default void oddParticipantsAndFieldsAreKeptAndDiffer() {
        Scene s = scene();
        List<String> fields = new ArrayList<>(Odd.NAMES);
        fields.add("");
        for (String participant : Odd.NAMES.subList(0, 20)) {
            Map<String, Json> values = new HashMap<>();
            fields.forEach(field -> values.put(field, Json.string(participant + field)));
            s.store()
                    .setPresence(
                            new PresenceUpdate(s.session(), participant, values, 1, s.now(), Duration.ofMinutes(5)));
        }

        List<PresenceEntry> entries = s.store().readPresence(s.session());

        assertThat(entries).hasSize(20 * fields.size());
        for (PresenceEntry entry : entries) {
            assertThat(entry.value()).isEqualTo(Json.string(entry.participant() + entry.field()));
        }
    }

    @Test
    @Rule("VAL-2")
    default void oneLaneTwiceInOneEventIsRefused() {
        Scene s = scene();

        s.invalid("a lane twice", () -> s.append(event("a").to(Target.lane("q", "x"), Target.lane("q", "x"))));
        s.invalid("an empty lane twice", () -> s.append(event("a").to(Target.lane("q", ""), Target.lane("q", ""))));
        s.append(event("b").to(Target.lane("q", "x"), Target.lane("q", "y"), Target.lane("p", "x"), Target.each("q")));

        assertThat(refs(s.claimed())).containsExactly("p/x@1", "q@1", "q/x@1", "q/y@1");
    }

    @Test
    @Rule({"VAL-2", "APP-10"})
    default void oneConsumerTwiceWithoutLaneCountsOnce() {
        Scene s = scene();

        s.append(event("a").to(Target.each("w"), Target.each("w")));

        Head head = s.claimOne();
        s.completed(head);
        s.isSettled();
    }

    @Test
    @Rule("VAL-3")
    default void logAndLaneOfOneConsumerInOneCallAreRefused() {
        Scene s = scene();
        Served served = Served.of(log("g"));
        s.append(event("work").to(Target.each("w")));
        Head head = s.claimOne();

        s.invalid(
                "a log's lane as a target of an append",
                () -> s.append(served, event("a").to(Target.lane("g", "main"))));
        s.invalid(
                "a log's lane as a target of a completion",
                () -> s.completed(CompleteRequest.of(
                                s.session(), head.attempt(), event("a").to(Target.lane("g", "main")))
                        .serving(served)));
        s.append(served, event("b").to(Target.lane("g", "other"), Target.each("g"), Target.lane("h", "main")));

        assertThat(refs(s.claimed())).containsExactly("g@2", "g/main@2", "g/other@2", "h/main@2");
    }

    @Test
    @Rule("VAL-4")
    default void numbersOutOfRangeAreRefused() {
        Scene s = scene();
        s.append(event("first").to(Target.each("w")));

        BadNumbers.calls().forEach((what, call) -> s.invalid(what, () -> call.accept(s)));
    }

    @Test
    @Rule("VAL-4")
    default void theLargestNumbersAreAccepted() {
        Scene s = scene();
        long most = (1L << 53) - 1;
        s.append(event("a").to(Target.each("w")));

        assertThat(s.store().read(s.session(), most, most)).isEmpty();
        assertThat(s.store().read(s.session(), 0, most)).hasSize(1);
        assertThat(s.store().readEvents(s.session(), most)).isEmpty();
        assertThat(s.store().readFeedPage(s.session(), most)).isEmpty();
        s.store().append(s.batch(event("b")).originIndex(most));
        assertThat(s.store()
                        .readState(ReadStateRequest.of(s.session(), "r")
                                .through(most)
                                .snapshotThrough(most))
                        .events())
                .hasSize(2);
        Head head = s.claimed(ClaimRequest.of(s.session(), "h1", When.at(Instant.ofEpochMilli(most)))
                        .through(most))
                .get(0);

        assertThat(head.dispatch().claimExpiresAt()).isEqualTo(Instant.ofEpochMilli(most));
        assertThat(s.busyUntil()).isEqualTo(Instant.ofEpochMilli(most));
    }

    @Test
    @Rule("VAL-5")
    default void whatIsNoJsonIsRefused() {
        Scene s = scene();
        s.append(event("first"));

        for (String text : Odd.NOT_JSON) {
            String shown = text.length() > 40 ? text.substring(0, 40) + "…" : text;
            s.invalid("the payload " + shown, () -> s.append(event("a", "t", text)));
            s.invalid("the state " + shown, () -> s.snapshot(1, text));
            s.invalid(
                    "the presence value " + shown,
                    () -> s.store()
                            .setPresence(new PresenceUpdate(
                                    s.session(), "p", Map.of("f", Json.of(text)), 0, s.now(), Given.LEASE)));
        }
    }

    @Test
    @Rule("VAL-6")
    default void theReservedTypeIsRefused() {
        Scene s = scene();
        s.append(event("work").to(Target.each("w")));
        Head head = s.claimOne();

        s.invalid("the reserved type in an append", () -> s.append(event("a", Reserved.CLEAR_TYPE)));
        s.invalid(
                "the reserved type in a batch",
                () -> s.append(event("a"), event("b", Reserved.CLEAR_TYPE), event("c")));
        s.invalid("the reserved type in a completion", () -> s.complete(head, event("a", Reserved.CLEAR_TYPE)));
        s.append(event("c", Reserved.CLEAR_TYPE + "x"), event("d", "A2.CLEAR"), event("e", " " + Reserved.CLEAR_TYPE));

        assertThat(s.readIds()).containsExactly("work", "c", "d", "e");
    }
}
