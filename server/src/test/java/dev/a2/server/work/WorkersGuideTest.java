package dev.a2.server.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.server.ServerFixture;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the guide to workers says is sent, one after the other, and answered as it says. */
class WorkersGuideTest {
    private static final Path GUIDE = Path.of("..", "docs", "how-to", "workers-in-any-language.md");
    private static final Pattern BLOCK = Pattern.compile("(?s)```(http|json)\n(.*?)\n```");

    @Test
    void everyRequestIsAnsweredAsTheGuideSays() throws IOException {
        Matcher block = BLOCK.matcher(Files.readString(GUIDE));
        int requests = 0;
        int answers = 0;

        try (ServerFixture fixture = ServerFixture.open()) {
            String answer = "";
            while (block.find()) {
                if (block.group(1).equals("http")) {
                    answer = send(fixture, block.group(2));
                    requests++;
                } else {
                    assertThat(answer).matches(pattern(block.group(2)));
                    answers++;
                }
            }
        }

        assertThat(new int[] {requests, answers}).containsExactly(7, 4);
    }

    private static String send(ServerFixture fixture, String request) {
        String[] parts = request.split("\n", 2);
        HttpResponse<String> answer = fixture.post(parts[0].replace("POST ", ""), parts[1]);
        assertThat(answer.statusCode()).as(request + answer.body()).isEqualTo(200);
        return answer.body().strip();
    }

    /** An ellipsis stands for anything. */
    private static Pattern pattern(String answer) {
        return Pattern.compile(Pattern.quote(answer).replace("…", "\\E.*?\\Q"));
    }
}
