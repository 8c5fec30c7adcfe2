package dev.a2.store.redis;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import redis.clients.jedis.args.Rawable;

/** Commands as JSON arrays of strings. */
final class RestText {
    /** A string of JSON holds no bytes that are no text, so words that have some travel in hex. */
    private static final String FROM_HEX = """
            local words = {}
            for i = 1, #ARGV do
              words[i] = string.gsub(ARGV[i], '..', function(byte) return string.char(tonumber(byte, 16)) end)
            end
            return redis.call(unpack(words))
            """;

    private RestText() {}

    static byte[] of(Command command) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(command.bytes() + 64);
        if (!isText(command)) {
            return of(inHex(command));
        }
        char before = '[';
        for (Rawable word : command.arguments()) {
            out.write(before);
            write(word.getRaw(), out);
            before = ',';
        }
        out.write(']');
        return out.toByteArray();
    }

    /** Several as one array. */
    static byte[] of(List<byte[]> commands) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        char before = '[';
        for (byte[] command : commands) {
            out.write(before);
            out.writeBytes(command);
            before = ',';
        }
        out.write(']');
        return out.toByteArray();
    }

    private static void write(byte[] word, ByteArrayOutputStream out) {
        out.write('"');
        for (byte one : word) {
            if (one == '"' || one == '\\') {
                out.write('\\');
                out.write(one);
            } else if (one >= 0 && one < ' ') {
                out.writeBytes(("\\u00" + HexFormat.of().toHexDigits(one)).getBytes(StandardCharsets.US_ASCII));
            } else {
                out.write(one);
            }
        }
        out.write('"');
    }

    private static boolean isText(Command command) {
        for (Rawable word : command.arguments()) {
            if (!isText(word.getRaw())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isText(byte[] word) {
        for (byte one : word) {
            if (one < 0) {
                return isUtf8(word);
            }
        }
        return true;
    }

    private static boolean isUtf8(byte[] word) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(word));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static Command inHex(Command command) {
        Command instead = Command.of("EVAL", FROM_HEX, 0);
        for (Rawable word : command.arguments()) {
            instead.text(HexFormat.of().formatHex(word.getRaw()));
        }
        return instead;
    }
}
