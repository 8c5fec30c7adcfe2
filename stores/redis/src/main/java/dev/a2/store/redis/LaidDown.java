package dev.a2.store.redis;

import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.args.Rawable;

/**
 * A transaction for a server that nobody stays connected to: its commands are laid down in a hash of its own, as many at a time
 * as fit a request, and one script carries them all out. What is laid down and never carried out vanishes by itself.
 */
final class LaidDown implements Transaction {
    private static final int PAGE = 500;
    private static final int PAGE_BYTES = 256 << 10;
    private static final int LASTS_MS = 3_600_000;

    private final Commands commands;
    private final List<byte[]> absent;
    private final int limit;
    private final byte[] pieces;
    private final Map<Integer, byte[]> page = new LinkedHashMap<>();
    /** A key of each hash tag. */
    private final Map<String, byte[]> tags = new LinkedHashMap<>();

    private final List<Command> messages = new ArrayList<>();
    private int count;
    private int bytes;

    LaidDown(Commands commands, Keys keys, List<byte[]> absent, int limit) {
        this.commands = commands;
        this.absent = absent;
        this.limit = limit;
        this.pieces = keys.pieces(UUID.randomUUID().toString());
    }

    @Override
    public List<@Nullable Object> read(Command... asked) {
        return sent(List.of(asked));
    }

    /** Messages wait until the rest is done. */
    @Override
    public void add(Command command) {
        if (command.toString().equals("PUBLISH")) {
            messages.add(command);
            return;
        }
        ByteArrayOutputStream piece = new ByteArrayOutputStream();
        int place = 0;
        for (Rawable word : command.arguments()) {
            byte[] raw = word.getRaw();
            if (place++ == 1) {
                tags.putIfAbsent(tag(raw), raw);
            }
            piece.writeBytes((raw.length + ":").getBytes(StandardCharsets.US_ASCII));
            piece.writeBytes(raw);
        }
        if (page.size() == PAGE || bytes + piece.size() > Math.min(PAGE_BYTES, limit / 4)) {
            layDown();
        }
        page.put(++count, piece.toByteArray());
        bytes += piece.size();
    }

    private static String tag(byte[] key) {
        String text = new String(key, StandardCharsets.UTF_8);
        return text.substring(text.indexOf('{'), text.indexOf('}') + 1);
    }

    private void layDown() {
        if (page.isEmpty()) {
            return;
        }
        Command set = Command.of("HSET", (Object) pieces);
        page.forEach((place, piece) -> set.number(place).raw(piece));
        sent(List.of(set, Command.of("PEXPIRE", pieces, LASTS_MS)));
        page.clear();
        bytes = 0;
    }

    private List<@Nullable Object> sent(List<Command> asked) {
        try {
            List<@Nullable Object> replies = commands.send(absent.get(0), asked);
            for (int i = 0; i < asked.size(); i++) {
                Failures.checked(asked.get(i), replies.get(i));
            }
            return replies;
        } catch (StoreException e) {
            throw new StoreException(e.code(), Effect.NOT_APPLIED, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public boolean commit() {
        layDown();
        tags.remove(tag(absent.get(0)));
        List<byte[]> keys = new ArrayList<>(List.of(pieces));
        keys.addAll(absent);
        keys.addAll(tags.values());
        Command carryOut = Command.script(Script.CARRY_OUT, keys.toArray(byte[][]::new))
                .number(absent.size())
                .number(count);
        String word = Replies.text(commands.run(absent.get(0), carryOut));
        if (word.equals("lost")) {
            throw Failures.notSent("what was laid down before is gone", null);
        }
        if (word.equals("done") && !messages.isEmpty()) {
            publish();
        }
        return word.equals("done");
    }

    private void publish() {
        try {
            commands.send(absent.get(0), messages);
        } catch (StoreException e) {
            // Listeners find out by themselves.
        }
    }
}
