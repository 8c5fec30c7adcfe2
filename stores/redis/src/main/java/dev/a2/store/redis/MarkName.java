package dev.a2.store.redis;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * What a mark is called in the list of all marks: the session, a NUL, the consumer. A NUL in the session is followed by a byte
 * that no text has, so names are in order of the sessions' bytes, and of the consumers' within one. Scripts make them too.
 */
record MarkName(String sessionId, String consumer) {
    private static final byte NO_TEXT = (byte) 0xFF;

    byte[] bytes() {
        ByteArrayOutputStream name = session(sessionId);
        name.writeBytes(Command.bytes(consumer));
        return name.toByteArray();
    }

    /** What the names of a session's marks begin with. */
    static byte[] first(String sessionId) {
        return session(sessionId).toByteArray();
    }

    /** What lies behind the names of a session's marks, and before those of the next one. */
    static byte[] last(String sessionId) {
        ByteArrayOutputStream name = session(sessionId);
        name.write(NO_TEXT);
        return name.toByteArray();
    }

    private static ByteArrayOutputStream session(String sessionId) {
        ByteArrayOutputStream name = new ByteArrayOutputStream();
        for (byte one : Command.bytes(sessionId)) {
            name.write(one);
            if (one == 0) {
                name.write(NO_TEXT);
            }
        }
        name.write(0);
        return name;
    }

    static MarkName of(byte[] bytes) {
        ByteArrayOutputStream session = new ByteArrayOutputStream();
        int at = 0;
        while (bytes[at] != 0 || (at + 1 < bytes.length && bytes[at + 1] == NO_TEXT)) {
            session.write(bytes[at]);
            at += bytes[at] == 0 ? 2 : 1;
        }
        return new MarkName(
                session.toString(StandardCharsets.UTF_8),
                new String(bytes, at + 1, bytes.length - at - 1, StandardCharsets.UTF_8));
    }
}
