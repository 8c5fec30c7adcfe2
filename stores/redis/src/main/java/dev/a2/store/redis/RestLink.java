package dev.a2.store.redis;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Requests to a REST interface, one after the other. Only where nothing can have been carried out is one made again: after an
 * answer 429, when it may be.
 */
final class RestLink implements Wire {
    private static final int TOO_MANY = 429;
    private static final int MOST_COMMANDS = 256;

    private final RestClient client;
    private final RedisOptions.Timeouts timeouts;
    private final int limit;
    /** What the last answer said: who sends it along sees all that was written until then. */
    private final AtomicReference<@Nullable String> syncToken;

    private volatile @Nullable CompletableFuture<?> underWay;

    RestLink(
            RestClient client, RedisOptions.Timeouts timeouts, int limit, AtomicReference<@Nullable String> syncToken) {
        this.client = client;
        this.timeouts = timeouts;
        this.limit = limit;
        this.syncToken = syncToken;
    }

    /** What was not sent, or not carried out, has a {@link RestFailure} for its reply. */
    @Override
    public void exchange(List<Command> commands, List<@Nullable Object> replies) {
        List<byte[]> page = new ArrayList<>();
        long bytes = 1;
        for (Command command : commands) {
            byte[] text = RestText.of(command);
            if (!page.isEmpty() && (bytes + text.length + 1 > limit || page.size() == MOST_COMMANDS)) {
                send(page, replies);
                page.clear();
                bytes = 1;
            }
            page.add(text);
            bytes += text.length + 1;
        }
        send(page, replies);
    }

    private void send(List<byte[]> page, List<@Nullable Object> replies) {
        if (page.isEmpty()) {
            return;
        }
        boolean isOne = page.size() == 1;
        byte[] body = isOne ? page.get(0) : RestText.of(page);
        if (body.length > limit) {
            replies.add(RestFailure.tooLarge(body.length, limit));
            return;
        }
        try {
            HttpResponse<byte[]> answer = post(isOne ? "/" : "/pipeline", body);
            replies.addAll(read(answer, page.size()));
        } catch (RestFailure e) {
            replies.addAll(Collections.nCopies(page.size(), e));
        }
    }

    private HttpResponse<byte[]> post(String path, byte[] body) {
        Patience patience = new Patience(timeouts.answer());
        while (true) {
            HttpResponse<byte[]> answer = answer(client.post(path, body, syncToken.get()));
            if (answer.statusCode() != TOO_MANY) {
                return answer;
            }
            long seconds = retryAfter(answer);
            if (!patience.pause(TimeUnit.SECONDS.toMillis(seconds))) {
                throw RestFailure.later(
                        "the server takes no more requests for now (429"
                                + (seconds > 0 ? ", for " + seconds + " s" : "") + ")",
                        null);
            }
        }
    }

    /** In seconds; 0 where it does not say. */
    private static long retryAfter(HttpResponse<byte[]> answer) {
        String told = answer.headers().firstValue("Retry-After").orElse("");
        return told.matches("\\d{1,6}") ? Long.parseLong(told) : 0;
    }

    /** An interrupt must not leave it open what was carried out, so it waits until the answer is there. */
    private HttpResponse<byte[]> answer(CompletableFuture<HttpResponse<byte[]>> sent) {
        underWay = sent;
        long until =
                System.nanoTime() + timeouts.connect().plus(timeouts.answer()).toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return sent.get(until - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException | CancellationException | TimeoutException e) {
            sent.cancel(true);
            throw failure(e);
        } finally {
            underWay = null;
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static RuntimeException failure(Exception e) {
        Throwable cause = e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
        return RestClient.isNotSent(cause)
                ? RestFailure.later("there is no connection: " + RestClient.told(cause), cause)
                : new JedisConnectionException(RestClient.told(cause), cause);
    }

    private List<@Nullable Object> read(HttpResponse<byte[]> answer, int count) {
        int status = answer.statusCode();
        if (status != 200) {
            return Collections.nCopies(count, refusal(status, answer.body()));
        }
        answer.headers()
                .firstValue(RestClient.SYNC_TOKEN)
                .filter(token -> !token.isEmpty())
                .ifPresent(syncToken::set);
        try {
            List<@Nullable Object> replies = count == 1
                    ? Collections.singletonList(RestReplies.one(answer.body()))
                    : RestReplies.several(answer.body());
            if (replies.size() != count) {
                throw new JedisException("the answer holds " + replies.size() + " replies, not " + count);
            }
            return replies;
        } catch (IllegalArgumentException e) {
            throw new JedisException("the answer cannot be read: " + e.getMessage(), e);
        }
    }

    /** An error that the server gave, or what its status says otherwise. */
    private static RuntimeException refusal(int status, byte[] body) {
        if (status >= 500) {
            throw new JedisException("the server answered with status " + status);
        }
        String error = RestReplies.error(body);
        return switch (status) {
            case 401, 403 ->
                RestFailure.never(
                        "the server refuses this token (" + status + (error == null ? "" : ", " + error) + ")");
            case 413 -> RestFailure.later("the server refuses a request of this size (413); lower request-bytes", null);
            default ->
                error != null
                        ? new JedisDataException(error)
                        : RestFailure.stranger("the address answers with status " + status
                                + (status / 100 == 3 ? ", a redirect, which is never followed" : "")
                                + ", as no REST interface of Redis does");
        };
    }

    @Override
    public void cut() {
        CompletableFuture<?> now = underWay;
        if (now != null) {
            now.cancel(true);
        }
    }

    @Override
    public void close() {
        // The client has the connections.
    }
}
