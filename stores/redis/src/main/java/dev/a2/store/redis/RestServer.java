package dev.a2.store.redis;

import dev.a2.store.Diagnosis;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server behind a REST interface. Scripts never send messages there: those follow them. */
final class RestServer implements OneServer {
    private final RedisOptions options;
    private final RedisOptions.Rest rest;
    private final RestClient client;
    private final Lanes lanes;

    RestServer(RedisOptions options, RedisOptions.Rest rest) {
        this.options = options;
        this.rest = rest;
        this.client = new RestClient(options, rest);
        // A session has one lane, so its calls follow each other, and the lane's last sync token covers them all.
        List<AtomicReference<@Nullable String>> tokens = Stream.<AtomicReference<@Nullable String>>generate(
                        AtomicReference::new)
                .limit(options.lanes())
                .toList();
        this.lanes = new Lanes(
                options,
                new KeyLocking(Script.Form.APART),
                place -> new RestLink(client, options.timeouts(), rest.requestBytes(), tokens.get(place)));
    }

    @Override
    public List<@Nullable Object> send(byte[] key, List<Command> commands) {
        return lanes.send(key, commands);
    }

    @Override
    public <T extends @Nullable Object> T creating(List<byte[]> absent, Function<Transaction, T> work) {
        return work.apply(new LaidDown(this, new Keys(options.prefix()), absent, rest.requestBytes()));
    }

    /** Nothing can be tried there without doing it. */
    @Override
    public Diagnosis permissions() {
        return Requirements.unreadable("permissions", null);
    }

    @Override
    public Ear ear(Keys keys) {
        return new RestEar(client::listen, options.timeouts().answer(), rest);
    }

    @Override
    public long interruptions() {
        return lanes.interruptions();
    }

    @Override
    public void close() {
        lanes.close();
        client.close();
    }
}
