package dev.a2.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/** One request as it came in. Used by one thread. */
public interface HttpRequest {
    /** The method, in upper case. */
    String method();

    /** The path as it was sent, percent-encoded, without the query. */
    String path();

    /** The values of a query parameter, decoded. */
    List<String> queryAll(String name);

    /** The names of all query parameters. */
    List<String> queryNames();

    /** A header's value; the first, where it stands several times. */
    Optional<String> header(String name);

    /** All values of a header. */
    List<String> headers(String name);

    /** Who sent it, as far as the connection tells: an address, for logs and limits. */
    String remote();

    /** The body, to be read once. A read fails with an {@link IOException} when the client is gone or too slow. */
    InputStream body();

    /** A query parameter, decoded; the last, where it stands several times. */
    default Optional<String> query(String name) {
        List<String> values = queryAll(name);
        return values.isEmpty() ? Optional.empty() : Optional.of(values.get(values.size() - 1));
    }
}
