package dev.a2.testservers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a server demands that runs a script under a lock of its keys alone if the script says so in its first line, as commands for a
 * server that knows no such locks: it takes the flag away, and has the script look at every key that it is about to touch. Such a
 * script must not publish either. No stream is renamed. Any thread may use it.
 */
public final class KeyLockingRules {
    /** What a script with the flag may touch. */
    public enum Reach {
        /** Keys that it declared. */
        DECLARED,
        /** Keys whose hash tag is one of a declared key. */
        HASH_TAG
    }

    private static final Pattern FIRST_LINE = Pattern.compile("\\A#!lua(?: flags=([a-z,-]*))?\\n");
    private static final String FLAG = "allow-key-locking";

    private static final String GUARD = guard();

    private static final String RENAME =
            "if redis.call('TYPE', KEYS[1]).ok == 'stream' then return redis.error_reply('ERR a stream cannot be renamed') end"
                    + " return redis.call('RENAME', KEYS[1], KEYS[2])";

    private final Reach reach;
    private final Map<String, String> digests = new ConcurrentHashMap<>();

    /** Scripts with the flag may reach so far. */
    public KeyLockingRules(Reach reach) {
        this.reach = reach;
    }

    /** On one line, so that errors name the lines of the script. */
    private static String guard() {
        try (InputStream in = KeyLockingRules.class.getResourceAsStream("key_locking_guard.lua")) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .filter(line -> !line.startsWith("--"))
                    .map(String::strip)
                    .collect(Collectors.joining(" ", "", " "));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The command to send to the server in place of one. */
    public List<byte[]> instead(List<byte[]> words) {
        List<byte[]> instead = new ArrayList<>(words);
        switch (text(words.get(0)).toUpperCase(Locale.ROOT)) {
            case "EVAL", "EVAL_RO" -> instead.set(1, bytes(guarded(text(words.get(1)))));
            case "EVALSHA", "EVALSHA_RO" -> {
                String digest = text(words.get(1)).toLowerCase(Locale.ROOT);
                instead.set(1, bytes(digests.getOrDefault(digest, digest)));
            }
            case "SCRIPT" -> {
                if (text(words.get(1)).equalsIgnoreCase("LOAD")) {
                    instead.set(2, bytes(guarded(text(words.get(2)))));
                }
            }
            case "RENAME" -> {
                instead.set(0, bytes("EVAL"));
                instead.addAll(1, List.of(bytes(RENAME), bytes("2")));
            }
            default -> {}
        }
        return instead;
    }

    /** A script with its guard; the server's name for the one is known as the other's from now on. */
    private String guarded(String script) {
        Matcher line = FIRST_LINE.matcher(script);
        List<String> flags =
                line.find() && line.group(1) != null ? List.of(line.group(1).split(",")) : List.of();
        String guard = GUARD.replace("REACH", flags.contains(FLAG) ? reach.name() : "");
        List<String> others = flags.stream().filter(flag -> !flag.equals(FLAG)).toList();
        String guarded;
        if (line.reset().find()) {
            String first = others.isEmpty() ? "" : "#!lua flags=" + String.join(",", others) + "\n";
            guarded = first + guard + script.substring(line.end());
        } else {
            guarded = guard + script;
        }
        digests.put(digest(script), digest(guarded));
        return guarded;
    }

    private static String digest(String script) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes(script)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    // Any byte is one character, and the same byte again.
    private static String text(byte[] word) {
        return new String(word, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
