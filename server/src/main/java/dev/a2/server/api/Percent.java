package dev.a2.server.api;

import dev.a2.server.http.Problem;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Percent-encoding of one path segment. */
final class Percent {
    private Percent() {}

    /**
     * The name that a segment stands for. A plus is a plus. A bare semicolon at the end is no part of it: browsers take
     * the segments {@code .} and {@code ..} away, encoded or not, but leave {@code .;} alone.
     */
    static String decode(String segment) {
        return decodeName(segment.endsWith(";") ? segment.substring(0, segment.length() - 1) : segment);
    }

    private static String decodeName(String segment) {
        if (segment.indexOf('%') < 0) {
            return segment;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(segment.length());
        for (int i = 0; i < segment.length(); i++) {
            char c = segment.charAt(i);
            if (c == '%') {
                bytes.write(digit(segment, i + 1) << 4 | digit(segment, i + 2));
                i += 2;
            } else {
                bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw malformed(segment);
        }
    }

    private static int digit(String segment, int at) {
        int digit = at < segment.length() ? Character.digit(segment.charAt(at), 16) : -1;
        if (digit < 0) {
            throw malformed(segment);
        }
        return digit;
    }

    private static Problem malformed(String segment) {
        return Problem.invalid("the path segment " + segment + " is not percent-encoded UTF-8");
    }
}
