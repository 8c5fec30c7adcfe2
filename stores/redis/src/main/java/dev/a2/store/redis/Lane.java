package dev.a2.store.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A connection that many threads share.
 *
 * <p>A caller who finds the lane idle uses the connection itself, which is quickest. While it is in use, calls queue up;
 * the lane's own thread then sends all that wait at once and reads their replies, so the more callers there are, the fewer
 * round trips each needs. A connection that failed, or did not answer in time, is closed before the next call: a late reply
 * can never meet another call. Nothing is sent a second time.
 */
final class Lane {
    private static final int MOST_AT_ONCE = 256;

    private enum State {
        WAITING,
        SENT,
        GIVEN_UP,
        DONE
    }

    /** Commands of one caller, who waits for the replies. */
    private static final class Call {
        final List<Command> commands;
        final Thread caller = Thread.currentThread();
        final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
        final List<@Nullable Object> replies = new ArrayList<>();
        volatile @Nullable RuntimeException failure;

        Call(List<Command> commands) {
            this.commands = commands;
        }

        void end() {
            state.set(State.DONE);
            LockSupport.unpark(caller);
        }
    }

    private final RedisOptions options;
    private final long patienceNanos;
    private final ReentrantLock io = new ReentrantLock();
    private final ConcurrentLinkedQueue<Call> queue = new ConcurrentLinkedQueue<>();
    private final Backoff backoff = new Backoff();
    private final Thread drainer;
    private final AtomicLong interruptions = new AtomicLong();
    private volatile boolean closed;
    private @Nullable Link link;

    Lane(RedisOptions options, String name) {
        this.options = options;
        this.patienceNanos = options.timeouts()
                .connect()
                .plus(options.timeouts().answer().multipliedBy(2))
                .toNanos();
        this.drainer = Thread.ofVirtual().name(name).start(this::drain);
    }

    /**
     * Sends commands and waits for the replies, errors among them as exceptions.
     *
     * @throws dev.a2.store.StoreException STORE_UNAVAILABLE when they did not come
     */
    List<@Nullable Object> send(List<Command> commands) {
        Call call = new Call(commands);
        if (!sentAlone(call)) {
            queue.add(call);
            LockSupport.unpark(drainer);
            await(call);
        }
        RuntimeException failure = call.failure;
        if (failure != null) {
            throw failure;
        }
        return call.replies;
    }

    /** An interrupt during input or output would close the connection, so an interrupted caller queues up. */
    private boolean sentAlone(Call call) {
        if (!queue.isEmpty() || Thread.currentThread().isInterrupted() || !io.tryLock()) {
            return false;
        }
        try {
            exchange(List.of(call));
        } finally {
            io.unlock();
        }
        return true;
    }

    private void await(Call call) {
        boolean interrupted = false;
        long until = System.nanoTime() + patienceNanos;
        while (call.state.get() != State.DONE) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                call.failure = call.state.compareAndSet(State.WAITING, State.GIVEN_UP)
                        ? Failures.notSent("others kept the connection busy for too long", null)
                        : Failures.noAnswer(call.commands.get(0), null);
                break;
            }
            LockSupport.parkNanos(this, left);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void drain() {
        List<Call> batch = new ArrayList<>();
        while (!closed) {
            if (queue.isEmpty()) {
                LockSupport.park(this);
                continue;
            }
            io.lock();
            try {
                take(batch);
                exchange(batch);
            } finally {
                io.unlock();
                batch.clear();
            }
        }
    }

    private void take(List<Call> batch) {
        Call call = batch.size() < MOST_AT_ONCE ? queue.poll() : null;
        while (call != null) {
            batch.add(call);
            call = batch.size() < MOST_AT_ONCE ? queue.poll() : null;
        }
    }

    /** Ends every call, one way or the other. */
    private void exchange(List<Call> calls) {
        List<Call> sent = new ArrayList<>(calls.size());
        List<Command> commands = new ArrayList<>(calls.size());
        Link open;
        try {
            open = link();
        } catch (RuntimeException e) {
            for (Call call : calls) {
                call.failure = Failures.notSent("there is no connection: " + e.getMessage(), e);
                call.end();
            }
            return;
        }
        for (Call call : calls) {
            if (call.state.compareAndSet(State.WAITING, State.SENT)) {
                sent.add(call);
                commands.addAll(call.commands);
            }
        }
        List<@Nullable Object> replies = new ArrayList<>(commands.size());
        RuntimeException broken = null;
        try {
            open.exchange(commands, replies);
        } catch (RuntimeException e) {
            broken = e;
            dropLink();
        }
        hand(sent, replies, broken);
    }

    private static void hand(List<Call> calls, List<@Nullable Object> replies, @Nullable RuntimeException broken) {
        int at = 0;
        for (Call call : calls) {
            int end = at + call.commands.size();
            if (end <= replies.size()) {
                call.replies.addAll(replies.subList(at, end));
            } else {
                call.failure = Failures.noAnswer(call.commands.get(0), broken);
            }
            at = end;
            call.end();
        }
    }

    private Link link() {
        Link open = link;
        if (open == null) {
            if (closed) {
                throw new JedisException("the store is closed");
            }
            open = backoff.attempt(() -> Link.open(options));
            link = open;
        }
        return open;
    }

    private void dropLink() {
        Link broken = link;
        link = null;
        if (broken != null) {
            interruptions.incrementAndGet();
            broken.close();
        }
    }

    /** How often its connection broke. */
    long interruptions() {
        return interruptions.get();
    }

    void close() {
        closed = true;
        LockSupport.unpark(drainer);
        io.lock();
        try {
            dropLink();
            List<Call> left = new ArrayList<>();
            take(left);
            exchange(left);
        } finally {
            io.unlock();
        }
    }
}
