package dev.a2.server.http;

import dev.a2.server.config.ServerLimits;
import java.util.concurrent.Semaphore;

/** Lets as many requests to an endpoint as there may be at once (SRV-4). */
final class Admission {
    /** Smaller answers are not counted: those that are many are limited by their number. */
    private static final int FREE_BYTES = 64 << 10;

    private final Endpoint endpoint;
    private final Semaphore requests;
    private final Budget budget;

    Admission(Endpoint endpoint, ServerLimits limits, Budget budget) {
        this.endpoint = endpoint;
        this.requests = new Semaphore(limits.requests());
        this.budget = budget;
    }

    /** An answer to be sent; closing it says that it was. */
    record Answer(HttpReply reply, Budget budget, long taken) implements AutoCloseable {
        @Override
        public void close() {
            budget.give(taken);
        }
    }

    Answer answer(HttpRequest request) {
        HttpReply reply = reply(request);
        int size = reply.body() instanceof HttpReply.Body.Bytes body ? body.bytes().length : 0;
        if (size <= FREE_BYTES) {
            return new Answer(reply, budget, 0);
        }
        if (budget.take(size)) {
            return new Answer(reply, budget, size);
        }
        return new Answer(Problems.tooMuch().reply(), budget, 0);
    }

    private HttpReply reply(HttpRequest request) {
        if (!requests.tryAcquire()) {
            return Problems.tooMany().reply();
        }
        try {
            return endpoint.answer(request);
        } finally {
            requests.release();
        }
    }
}
