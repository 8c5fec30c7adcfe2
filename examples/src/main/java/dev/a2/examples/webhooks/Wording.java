package dev.a2.examples.webhooks;

import static java.util.Map.entry;

import dev.a2.codec.JacksonCodec;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * How a message about an event is worded: a template by the event's type, with the event's members in braces.
 *
 * <p>Somebody forgot one: there is none for {@code draft-changed}. So the first message about a pull request that becomes a
 * draft ends as a dead letter, and waits there until an operator adds the template.
 */
final class Wording {
    private static final Map<String, String> TEMPLATES = Map.ofEntries(
            entry("opened", "{actor} opened {thread}"),
            entry("edited", "{actor} edited {thread}"),
            entry("closed", "{actor} closed {thread}"),
            entry("reopened", "{actor} reopened {thread}"),
            entry("deleted", "{actor} deleted {thread}"),
            entry("transferred", "{actor} moved {thread} to {to}"),
            entry("locked", "{actor} locked {thread}"),
            entry("unlocked", "{actor} unlocked {thread}"),
            entry("pinned", "{actor} pinned {thread}"),
            entry("unpinned", "{actor} unpinned {thread}"),
            entry("labeled", "{actor} put label {label} on {thread}"),
            entry("unlabeled", "{actor} took label {label} off {thread}"),
            entry("assigned", "{actor} assigned {thread} to {assignee}"),
            entry("unassigned", "{actor} took {thread} from {assignee}"),
            entry("milestoned", "{actor} planned {thread} for {milestone}"),
            entry("demilestoned", "{actor} took {thread} out of {milestone}"),
            entry("commented", "{actor} commented on {thread}: {text}"),
            entry("comment-edited", "{actor} edited a comment on {thread}: {text}"),
            entry("comment-deleted", "{actor} deleted a comment on {thread}"),
            entry("commits-pushed", "{actor} pushed to {thread}"),
            entry("review-requested", "{actor} asked {reviewer} to review {thread}"),
            entry("review-request-removed", "{actor} no longer asks {reviewer} to review {thread}"),
            entry("reviewed", "{reviewer} reviewed {thread}: {verdict}"),
            entry("conversation-resolved", "{actor} marked a conversation on {thread}: resolved {resolved}"),
            entry("pushed", "{actor} pushed {commits} commit(s) to {ref}"),
            entry("released", "{actor} {stage} release {tag}"),
            entry("alert-changed", "{source} alert {alert} ({severity}) is {state}"));

    private static final Pattern MEMBER = Pattern.compile("\\{(\\w+)}");
    private static final JacksonCodec CODEC = new JacksonCodec();

    private Wording() {}

    /** Whether messages about such events are worded by the application itself. */
    static boolean knows(String eventType) {
        return TEMPLATES.containsKey(eventType);
    }

    /**
     * The message.
     *
     * @param added the repository's own templates
     */
    static String of(GitHubEvent.Told event, Map<String, String> added) {
        String type = Deliveries.nameOf(event.getClass());
        String template = TEMPLATES.getOrDefault(type, added.get(type));
        if (template == null) {
            throw new IllegalStateException("no template for " + type);
        }
        JsonNode members = Payload.of(CODEC.encode(event)).root();
        return MEMBER.matcher(template)
                .replaceAll(found -> Matcher.quoteReplacement(member(event, members, found.group(1))));
    }

    private static String member(GitHubEvent.Told event, JsonNode members, String name) {
        if (name.equals("thread") && event instanceof GitHubEvent.OnThread onThread) {
            return "#" + onThread.subject().number() + " \""
                    + onThread.subject().title() + "\"";
        }
        return members.path(name).asString();
    }
}
