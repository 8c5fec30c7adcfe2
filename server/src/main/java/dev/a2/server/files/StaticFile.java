package dev.a2.server.files;

import dev.a2.server.http.HttpReply;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/** A file of the console, in memory, with the headers that keep what it shows harmless (SRV-9). */
final class StaticFile {
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml",
            "ts", "text/plain; charset=utf-8");

    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
            + "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final HttpReply whole;
    private final HttpReply unchanged;
    private final String tag;

    StaticFile(String name, byte[] bytes) {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null) {
            throw new IllegalArgumentException("what kind of file is " + name + "?");
        }
        this.tag = "\"" + HexFormat.of().formatHex(sha256(bytes), 0, 16) + "\"";
        this.whole = guarded(HttpReply.bytes(200, type, bytes));
        this.unchanged = guarded(new HttpReply(304, Map.of(), new HttpReply.Body.Bytes(new byte[0])));
    }

    private HttpReply guarded(HttpReply reply) {
        return reply.with("Content-Security-Policy", POLICY)
                .with("Referrer-Policy", "no-referrer")
                .with("Cross-Origin-Opener-Policy", "same-origin")
                .with("Cross-Origin-Resource-Policy", "same-origin")
                .with("Cache-Control", "no-cache")
                .with("ETag", tag);
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The file, or that the caller has it already. */
    HttpReply answer(String ifNoneMatch) {
        return ifNoneMatch.contains(tag) ? unchanged : whole;
    }
}
