package dev.a2.examples.webhooks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Stands for somebody else's service that knows people, takes its time and is out of order now and then. Which calls it
 * fails follows from the delivery alone, so that each run of the demo sees the same.
 *
 * @param latency how long a call takes
 */
record Directory(Duration latency) {
    private static final Map<String, String> NAMES = Map.of(
            "Codertocat", "Coder Tocat",
            "hacktocat", "Hacker Tocat",
            "Octocoders", "The Octocoders",
            "octocat", "Mona Lisa Octocat",
            "octocoders-linter[bot]", "Linter");

    /**
     * A person's name.
     *
     * @throws IOException when the service is out of order
     */
    String nameOf(String login, String delivery, int attempt) throws IOException, InterruptedException {
        Thread.sleep(latency);
        if (attempt <= outages(delivery)) {
            throw new IOException("503 Service Unavailable: directory/" + login);
        }
        return NAMES.getOrDefault(login, login);
    }

    /** How many calls about a delivery fail before one succeeds: one or two for every fourth, else none. */
    static int outages(String delivery) {
        CRC32 crc = new CRC32();
        crc.update(delivery.getBytes(StandardCharsets.UTF_8));
        long dice = crc.getValue();
        return dice % 4 == 0 ? 1 + (int) (dice / 4 % 2) : 0;
    }
}
