package dev.a2.examples.webhooks;

import dev.a2.codec.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * One webhook delivery.
 *
 * @param number GitHub's name for it: a delivery that comes twice has the same
 * @param type what its event is called in the log: GitHub's name with the action, {@code pull_request.labeled}
 * @param session where it belongs: {@code owner/repository#number} for an issue, pull request or discussion, {@code
 *     owner/repository} for what else happens there, an account or an advisory for the rest
 * @param payload as it came, to the byte
 */
public record Delivery(String number, String type, String session, Json payload) {
    /** What real deliveries are like: 329 examples, in the order of their numbers. */
    private static final String EXAMPLES = "github-webhooks.jsonl.gz";

    /** Events whose action is not GitHub's but the sender's own word. */
    private static final Set<String> FREE_ACTION = Set.of("repository_dispatch");

    private static final JsonFactory FACTORY = new JsonFactory();

    /**
     * A delivery as it comes.
     *
     * @param event GitHub's name for what happened: {@code pull_request}
     */
    static Delivery of(String number, String event, Json payload) {
        Payload read = Payload.of(payload);
        return new Delivery(number, typeOf(event, read), sessionOf(read), payload);
    }

    /** The id of its event, so that a delivery which comes twice is appended once. */
    public String id() {
        return "delivery-" + number;
    }

    private static String typeOf(String event, Payload payload) {
        String action = payload.textOrNull("/action");
        return action == null || FREE_ACTION.contains(event) ? event : event + "." + action;
    }

    private static String sessionOf(Payload payload) {
        if (!payload.has("/repository")) {
            return payload.firstText(
                    "/security_advisory/ghsa_id",
                    "/organization/login",
                    "/installation/account/login",
                    "/marketplace_purchase/account/login",
                    "/sponsorship/sponsorable/login",
                    "/sender/login");
        }
        String number = payload.firstTextOrNull(
                "/issue/number",
                "/pull_request/number",
                "/discussion/number",
                "/check_run/pull_requests/0/number",
                "/check_suite/pull_requests/0/number");
        return payload.repository() + (number == null ? "" : "#" + number);
    }

    /** The examples. */
    public static List<Delivery> examples() {
        try (InputStream packed = Objects.requireNonNull(Delivery.class.getResourceAsStream(EXAMPLES), EXAMPLES);
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(new GZIPInputStream(packed), StandardCharsets.UTF_8))) {
            return lines.lines().map(Delivery::ofLine).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A delivery from its line: an object of the three members. The payload's text is cut out, not written anew. */
    static Delivery ofLine(String line) {
        String number = "";
        String event = "";
        Json payload = Json.NULL;
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), line)) {
            parser.nextToken();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String member = parser.currentName();
                parser.nextToken();
                switch (member) {
                    case "delivery" -> number = parser.getString();
                    case "event" -> event = parser.getString();
                    case "payload" -> {
                        int start = (int) parser.currentTokenLocation().getCharOffset();
                        parser.skipChildren();
                        int end = (int) parser.currentLocation().getCharOffset();
                        payload = Json.of(line.substring(start, end));
                    }
                    default -> parser.skipChildren();
                }
            }
        }
        return of(number, event, payload);
    }
}
