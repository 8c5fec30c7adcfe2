package dev.a2.examples.webhooks;

import dev.a2.codec.Json;
import dev.a2.examples.webhooks.Subject.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A delivery's payload, read by JSON Pointer. What is absent and what is {@code null} are the same here. */
record Payload(JsonNode root) {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    static Payload of(Json json) {
        return new Payload(MAPPER.readTree(json.text()));
    }

    boolean has(String pointer) {
        JsonNode node = root.at(pointer);
        return !node.isMissingNode() && !node.isNull();
    }

    /** The text or number that is there. */
    String text(String pointer) {
        String found = textOrNull(pointer);
        if (found == null) {
            throw new IllegalArgumentException("the payload has no " + pointer);
        }
        return found;
    }

    /** The first that is there. */
    String firstText(String... pointers) {
        String found = firstTextOrNull(pointers);
        if (found == null) {
            throw new IllegalArgumentException("the payload has none of " + String.join(", ", pointers));
        }
        return found;
    }

    @Nullable String firstTextOrNull(String... pointers) {
        for (String pointer : pointers) {
            if (has(pointer)) {
                return text(pointer);
            }
        }
        return null;
    }

    @Nullable String textOrNull(String pointer) {
        return has(pointer) ? root.at(pointer).asString() : null;
    }

    long number(String pointer) {
        return root.at(pointer).asLong();
    }

    boolean isTrue(String pointer) {
        return root.at(pointer).asBoolean(false);
    }

    @Nullable Boolean flagOrNull(String pointer) {
        return has(pointer) ? isTrue(pointer) : null;
    }

    int size(String pointer) {
        return root.at(pointer).size();
    }

    /** One member of each element of an array; null if there is no array. */
    @Nullable List<String> listOrNull(String pointer, String member) {
        if (!has(pointer)) {
            return null;
        }
        List<String> found = new ArrayList<>();
        for (JsonNode element : root.at(pointer)) {
            found.add(element.path(member).asString());
        }
        return found;
    }

    /** The names of an object's members. */
    List<String> names(String pointer) {
        return List.copyOf(root.at(pointer).propertyNames());
    }

    /** Who did it; advisories have no sender but come from GitHub itself. */
    String actor() {
        return has("/sender/login") ? text("/sender/login") : "github";
    }

    String repository() {
        return text("/repository/full_name");
    }

    @Nullable String repositoryOrNull() {
        return textOrNull("/repository/full_name");
    }

    /** What the delivery is about, in whichever of GitHub's three shapes it comes. */
    Subject subject() {
        if (has("/pull_request")) {
            return subject("/pull_request", Kind.PULL_REQUEST);
        }
        if (has("/discussion")) {
            return subject("/discussion", Kind.DISCUSSION);
        }
        // GitHub tells some things about pull requests as if they were issues; this member gives them away.
        return subject("/issue", has("/issue/pull_request") ? Kind.PULL_REQUEST : Kind.ISSUE);
    }

    private Subject subject(String at, Kind kind) {
        return new Subject(
                kind,
                repository(),
                (int) number(at + "/number"),
                text(at + "/title"),
                textOrNull(at + "/user/login"),
                textOrNull(at + "/state"),
                flagOrNull(at + "/locked"),
                listOrNull(at + "/labels", "name"),
                listOrNull(at + "/assignees", "login"),
                textOrNull(at + "/milestone/title"),
                code());
    }

    private Subject.@Nullable Code code() {
        List<String> reviewers = listOrNull("/pull_request/requested_reviewers", "login");
        if (reviewers == null) {
            return null;
        }
        return new Subject.Code(
                text("/pull_request/head/ref"),
                text("/pull_request/base/ref"),
                text("/pull_request/head/sha"),
                flagOrNull("/pull_request/draft"),
                flagOrNull("/pull_request/merged"),
                reviewers);
    }
}
