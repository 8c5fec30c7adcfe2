package dev.a2.server.hostile;

import static dev.a2.server.ServerFixture.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.codec.JsonFields;
import dev.a2.codec.Strings;
import dev.a2.server.ServerFixture;
import dev.a2.store.AppendRequest;
import dev.a2.store.NewEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** F63: whatever stands in an event, a strict reader sees exactly one message that is the event. */
class FrameFuzzTest {
    private static final long SEED = Long.getLong("a2.seed", System.nanoTime());
    private static final int EVENTS = 300;
    private static final List<String> PIECES = List.of(
            "\r",
            "\n",
            "\r\n",
            "\n\n",
            "\u0000",
            "\u2028",
            "\u2029",
            "\u0085",
            "\uFEFF",
            "😀",
            ":",
            " ",
            "data: x",
            "id: 9",
            "event: bye",
            "retry: 1",
            "\"",
            "\\",
            "</script>",
            "é",
            "\t",
            "\u007f",
            "a");

    private final SplittableRandom random = new SplittableRandom(SEED);

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i <= random.nextInt(8); i++) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    /** Blanks where JSON allows some, and those are line breaks, too. */
    private String blanks() {
        return List.of("", " ", "\n", "\r", "\r\n", "\t", "\n\n").get(random.nextInt(7));
    }

    private Json payload() {
        return Json.of(blanks() + "{" + blanks() + Strings.quote(text()) + blanks() + ":" + blanks() + "[" + blanks()
                + Strings.quote(text()) + blanks() + "," + blanks() + "1" + blanks() + "]" + blanks() + "}" + blanks());
    }

    @Test
    void eachEventIsOneMessage() {
        List<NewEvent> events = new ArrayList<>();
        for (int i = 0; i < EVENTS; i++) {
            events.add(NewEvent.of(i + text(), "t" + text(), payload()));
        }
        try (ServerFixture fixture = ServerFixture.open();
                RawFeed live = RawFeed.keeping(fixture.server().address(), session("fuzz", "/feed"))) {
            live.await("its beginning", RawFeed::isCaughtUp);
            events.forEach(event -> fixture.store().append(AppendRequest.of("fuzz", event)));
            try (RawFeed replayed = RawFeed.keeping(fixture.server().address(), session("fuzz", "/feed"))) {
                check(events, replayed);
            }
            check(events, live);
        }
    }

    private static void check(List<NewEvent> events, RawFeed feed) {
        feed.await("all events", open -> open.isCaughtUp() && open.ids().size() >= EVENTS);
        List<SseParser.Message> heard = feed.messages().stream()
                .filter(message -> !message.type().equals("caught-up"))
                .toList();
        assertThat(heard).as("seed " + SEED).hasSize(EVENTS);
        for (int i = 0; i < EVENTS; i++) {
            assertThat(heard.get(i).lastEventId()).isEqualTo(Integer.toString(i + 1));
            JsonFields fields = JsonFields.of(heard.get(i).data());
            assertThat(fields.text("id"))
                    .as("seed " + SEED)
                    .isEqualTo(events.get(i).id());
            assertThat(fields.text("type")).isEqualTo(events.get(i).type());
            assertThat(Json.of(fields.require("payload"))
                            .sameValueAs(events.get(i).payload()))
                    .isTrue();
        }
    }
}
