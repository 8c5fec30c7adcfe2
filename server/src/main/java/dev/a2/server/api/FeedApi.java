package dev.a2.server.api;

import dev.a2.server.engine.Engine;
import dev.a2.server.feed.FeedRequest;
import dev.a2.server.feed.Feeds;
import dev.a2.server.http.HttpReply;
import dev.a2.server.http.Problem;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Opening feeds. */
final class FeedApi {
    private static final int MOST_REDUCERS = 8;

    private final Engine engine;
    private final Feeds feeds;

    FeedApi(Engine engine, Feeds feeds) {
        this.engine = engine;
        this.feeds = feeds;
    }

    List<Route> routes() {
        return List.of(Route.stream("/v1/sessions/{session}/feed", Right.READ_SESSION, this::feed));
    }

    private HttpReply feed(Call call) {
        call.allowQuery("after", "presence", "state");
        List<String> reducers = call.queryAll("state").stream().distinct().toList();
        if (reducers.size() > MOST_REDUCERS) {
            throw Problem.invalid("a feed carries at most " + MOST_REDUCERS + " states, not " + reducers.size());
        }
        reducers.forEach(engine::requireReducer);
        return feeds.answer(new FeedRequest(
                call.session(),
                cursor(call),
                call.queryFlag("presence"),
                reducers,
                call.caller().name(),
                call.caller().expiresAt()));
    }

    private static FeedRequest.@Nullable Cursor cursor(Call call) {
        Optional<String> lastEventId = call.header("Last-Event-ID");
        if (lastEventId.isPresent()) {
            // Ours are whole numbers in plain digits; a browser cannot read a refusal, so anything else is reset (F60).
            String id = lastEventId.get();
            return id.matches("[0-9]{1,16}")
                    ? new FeedRequest.Cursor.After(Long.parseLong(id))
                    : new FeedRequest.Cursor.Malformed();
        }
        if (call.query("after").orElse("").equals("now")) {
            return new FeedRequest.Cursor.Now();
        }
        Long after = call.queryNumber("after");
        return after == null ? null : new FeedRequest.Cursor.After(after);
    }
}
