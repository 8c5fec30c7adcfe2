package dev.a2.store.redis;

import dev.a2.testservers.RedisServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.Jedis;

/** Sees every command that a server carries out, sent to it or made by a script. */
final class Watching implements AutoCloseable {
    private static final Pattern LINE = Pattern.compile("\\+?[0-9.]+ \\[\\d+ (\\S+)] (.*)");

    /**
     * One command.
     *
     * @param inside whether a script made it
     * @param words its words, as the server shows them: other than ASCII is escaped
     */
    record Seen(boolean inside, List<String> words) {
        String name() {
            return words.get(0).toUpperCase(Locale.ROOT);
        }

        String key() {
            return words.size() > 1 ? words.get(1) : "";
        }
    }

    private final RedisServer server;
    private final Socket socket;
    private final BufferedReader lines;

    Watching(RedisServer server) {
        this.server = server;
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
            socket.setSoTimeout(10_000);
            lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            socket.getOutputStream().write("MONITOR\r\n".getBytes(StandardCharsets.US_ASCII));
            lines.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the server does while this runs. */
    List<Seen> during(Runnable action) {
        try (Jedis jedis = server.jedis()) {
            jedis.echo("begin");
            action.run();
            jedis.echo("end");
        }
        List<Seen> seen = new ArrayList<>();
        while (!isEcho(next(), "begin")) {}
        Seen one = next();
        while (!isEcho(one, "end")) {
            seen.add(one);
            one = next();
        }
        return seen;
    }

    private static boolean isEcho(Seen seen, String word) {
        return seen.name().equals("ECHO") && seen.key().equals(word);
    }

    private Seen next() {
        try {
            Matcher line = LINE.matcher(lines.readLine());
            if (!line.matches()) {
                throw new IllegalStateException("a line that is none");
            }
            List<String> words = words(line.group(2));
            return new Seen(line.group(1).equals("lua"), words);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        int start = -1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '"' && start < 0) {
                start = i + 1;
            } else if (c == '"') {
                words.add(text.substring(start, i));
                start = -1;
            }
        }
        return words;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
