package dev.a2.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The answer to a request.
 *
 * @param headers by name
 * @param body what follows them
 */
public record HttpReply(int status, Map<String, String> headers, Body body) {
    /** An answer's body. */
    public sealed interface Body {
        /** All of it. */
        @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
        record Bytes(byte[] bytes) implements Body {}

        /** Written as it comes, on the request's thread, for as long as that takes. */
        record Stream(Writer writer) implements Body {}
    }

    /** Writes a streamed body. */
    @FunctionalInterface
    public interface Writer {
        /** Writes until there is no more to say. Fails when the client is gone. */
        void writeTo(OutputStream out) throws IOException;
    }

    /** Copies the headers, keeping their order. */
    public HttpReply {
        headers = new LinkedHashMap<>(headers);
    }

    /** 200 with JSON. */
    public static HttpReply json(String text) {
        return json(200, text);
    }

    /** JSON. */
    public static HttpReply json(int status, String text) {
        return text(status, "application/json", text);
    }

    /** A text of some kind. */
    public static HttpReply text(int status, String type, String text) {
        return bytes(status, type, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Bytes of some kind. */
    public static HttpReply bytes(int status, String type, byte[] bytes) {
        return new HttpReply(status, Map.of("Content-Type", type), new Body.Bytes(bytes));
    }

    /** 200 with what the writer writes. */
    public static HttpReply stream(String type, Writer writer) {
        return new HttpReply(200, Map.of("Content-Type", type), new Body.Stream(writer));
    }

    /** The same with one more header. */
    public HttpReply with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new HttpReply(status, more, body);
    }
}
