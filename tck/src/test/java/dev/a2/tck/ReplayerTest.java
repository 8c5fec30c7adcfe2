package dev.a2.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.replay.LayoutProbe;
import dev.a2.replay.ReplayReport;
import dev.a2.replay.Replayer;
import dev.a2.replay.Trace;
import dev.a2.store.Limits;
import dev.a2.tck.model.NaiveStorage;
import dev.a2.tck.model.NaiveStore;
import dev.a2.tck.model.PlantedFault;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The replayer on the naive model, on faulty stores, and on traces that are wrong. */
class ReplayerTest {
    private static final String HEAD = "{\"name\":\"n\",\"now\":1700000000000,\"ids\":{\"prefix\":\"g\",\"next\":1}}\n";
    private static final Replayer RIGHT =
            new Replayer((clock, ids) -> new NaiveStore(new NaiveStorage(), clock, ids, Limits.DEFAULTS));

    @Test
    void firstDifferenceIsToldWithFileLineOperationAndPath() {
        ReplayReport report = replay("""
                {"op":"append","args":{"sessionId":"s","events":[{"type":"t"}]},"ok":{"events":[{"id":"g1","type":"t","index":1,"createdAt":1700000000000}],"hasPending":false}}
                {"op":"read","args":{"sessionId":"s"},"ok":[{"id":"g1","type":"u","index":1,"createdAt":1700000000000}]}
                {"op":"clearIndex","args":{"sessionId":"s"},"ok":99}
                """);

        assertThat(report.passed()).isFalse();
        assertThat(report.ran()).isEqualTo(2);
        assertThat(report.toString())
                .startsWith("here.jsonl:3 read differs at $[0].type")
                .contains("expected  \"u\"")
                .contains("got       \"t\"")
                .contains("args      {\"sessionId\":\"s\"}");
    }

    @Test
    void unexpectedErrorsAndSuccessesAreTold() {
        assertThat(replay(
                                "{\"op\":\"append\",\"args\":{\"sessionId\":\"\",\"events\":[]},\"ok\":{\"events\":[],\"hasPending\":false}}\n")
                        .toString())
                .contains("here.jsonl:2 append failed")
                .contains("INVALID_ARGUMENT");
        assertThat(replay("{\"op\":\"clearIndex\",\"args\":{\"sessionId\":\"s\"},\"error\":{\"code\":\"CONFLICT\"}}\n")
                        .toString())
                .contains("was not refused")
                .contains("error CONFLICT");
        assertThat(replay("{\"op\":\"fly\",\"args\":{}}\n").toString()).contains("unknown op: fly");
    }

    @Test
    void malformedArgumentsCountAsInvalid() {
        ReplayReport report = replay("""
                {"op":"append","args":{"sessionId":"","events":[]},"error":{"code":"INVALID_ARGUMENT"}}
                {"op":"read","args":{"sessionId":"s","afterIndex":1.5},"error":{"code":"INVALID_ARGUMENT"}}
                {"op":"clear","args":{"sessionId":"s","ifLastIndex":-1},"error":{"code":"INVALID_ARGUMENT"}}
                """);

        assertThat(report.toString()).isEqualTo("here.jsonl: 3 operations as recorded");
    }

    @Test
    void numbersCompareByValueAndPayloadTextsExactly() {
        ReplayReport report = replay("""
                {"op":"append","args":{"sessionId":"s","events":[{"id":"a","type":"t","payload":{ "n" : 1.0 }}]},"ok":{"hasPending":false,"events":[{"createdAt":1.7e12,"index":1.0,"type":"t","id":"a","payload":{"n":1}}]}}
                {"op":"readFeedPage","args":{"sessionId":"s","afterIndex":0},"ok":[{"id":"a","type":"t","payloadJson":"{\\"n\\":1.0}","index":1,"createdAtMs":1700000000000}]}
                """);

        assertThat(report.toString()).startsWith("here.jsonl:3 readFeedPage differs at $[0].payloadJson");
    }

    @Test
    void probeAnswersWhatLooksBelowTheContract() {
        String steps =
                "{\"op\":\"messages\",\"args\":{},\"ok\":[1]}\n{\"op\":\"dump\",\"args\":{\"sessionId\":\"s\"},\"ok\":{\"k\":2}}\n";
        List<String> seen = new ArrayList<>();
        Replayer probing = new Replayer(
                (clock, ids) -> new NaiveStore(new NaiveStorage(), clock, ids, Limits.DEFAULTS),
                store -> new LayoutProbe() {
                    @Override
                    public String messages() {
                        return "[1]";
                    }

                    @Override
                    public String dump(String sessionId) {
                        seen.add(sessionId);
                        return "{\"k\":3}";
                    }

                    @Override
                    public void close() {
                        seen.add("closed");
                    }
                });

        assertThat(replay(steps).skipped()).isEqualTo(2);
        assertThat(probing.replay(Trace.parse("here.jsonl", HEAD + steps)).toString())
                .contains("dump differs at $.k");
        assertThat(seen).containsExactly("s", "closed");
    }

    @Test
    void goldenVectorsFindFaults() {
        List<Trace> traces = Stream.of("named", "random")
                .flatMap(Vectors::in)
                .map(Vectors::trace)
                .toList();
        for (String what :
                List.of("settle ignores the attempt", "a clear keeps old work", "a takeover never gives up")) {
            PlantedFault fault = PlantedFault.all()
                    .filter(one -> one.what().equals(what))
                    .findFirst()
                    .orElseThrow();
            Replayer faulty =
                    new Replayer((clock, ids) -> fault.storages().get().open(clock, ids));

            assertThat(traces.stream().map(faulty::replay).filter(report -> !report.passed()))
                    .as("traces that find: %s", what)
                    .isNotEmpty();
        }
    }

    private static ReplayReport replay(String steps) {
        return RIGHT.replay(Trace.parse("here.jsonl", HEAD + steps));
    }
}
