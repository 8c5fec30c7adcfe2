package dev.a2.server.http;

import io.helidon.common.buffers.DataReader;
import io.helidon.webserver.CloseConnectionException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** A body of the library's, where a client that is gone is an {@link IOException}. */
final class BodyStream extends FilterInputStream {
    BodyStream(InputStream in) {
        super(in);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            return in.read(bytes, offset, length);
        } catch (UncheckedIOException | DataReader.InsufficientDataAvailableException | CloseConnectionException e) {
            throw new IOException("the client is gone", e);
        }
    }
}
