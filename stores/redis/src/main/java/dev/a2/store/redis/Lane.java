package dev.a2.store.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A connection that many threads share.
 *
 * <p>Calls queue up while it is in use; the lane's own thread then sends all that wait at once and reads their replies, so the
 * more callers there are, the fewer round trips each needs. A thread of the platform that finds the lane idle uses the connection
 * itself, which is quickest; a virtual one does not, as it may have to wait for a processor meanwhile, and what handlers that compute
 * cannot hold up, such as a renewal (RT-4), would wait with it. A connection that failed, or did not answer in time, is closed
 * before the next call: a late reply can never meet another call. Nothing is sent a second time.
 *
 * <p>Callers wait without a limit of their own, which virtual threads pay dearly for: {@link #watch} ends what takes too long.
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
        final long sinceNanos = System.nanoTime();
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

    private final Supplier<? extends Wire> wires;
    private final long patienceNanos;
    private final ReentrantLock io = new ReentrantLock();
    private final ConcurrentLinkedQueue<Call> queue = new ConcurrentLinkedQueue<>();
    private final Backoff backoff = new Backoff();
    private final Thread drainer;
    private final AtomicLong interruptions = new AtomicLong();
    private volatile boolean closed;
    private volatile @Nullable Wire wire;
    /** When the connection came into use; 0 while it is idle. */
    private volatile long busySinceNanos;

    Lane(Supplier<? extends Wire> wires, RedisOptions.Timeouts timeouts, String name) {
        this.wires = wires;
        this.patienceNanos =
                timeouts.connect().plus(timeouts.answer().multipliedBy(2)).toNanos();
        this.drainer = Thread.ofPlatform().daemon().name(name).start(this::drain);
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
        Thread caller = call.caller;
        if (caller.isVirtual() || caller.isInterrupted() || !queue.isEmpty() || !io.tryLock()) {
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
        while (call.state.get() != State.DONE) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends what takes too long. To be called now and then. */
    void watch() {
        long now = System.nanoTime();
        for (Call call : queue) {
            if (now - call.sinceNanos > patienceNanos && call.state.compareAndSet(State.WAITING, State.GIVEN_UP)) {
                call.failure = Failures.notSent("others kept the connection busy for too long", null);
                call.end();
            }
        }
        long since = busySinceNanos;
        Wire open = wire;
        if (since != 0 && now - since > patienceNanos && open != null) {
            open.cut();
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

    private void exchange(List<Call> calls) {
        busySinceNanos = System.nanoTime();
        try {
            exchangeNow(calls);
        } finally {
            busySinceNanos = 0;
        }
    }

    /** Ends every call, one way or the other. */
    private void exchangeNow(List<Call> calls) {
        List<Call> sent = new ArrayList<>(calls.size());
        List<Command> commands = new ArrayList<>(calls.size());
        Wire open;
        try {
            open = wire();
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
            dropWire();
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

    private Wire wire() {
        Wire open = wire;
        if (open == null) {
            if (closed) {
                throw new JedisException("the store is closed");
            }
            open = backoff.<Wire>attempt(wires::get);
            wire = open;
        }
        return open;
    }

    private void dropWire() {
        Wire broken = wire;
        wire = null;
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
            dropWire();
            List<Call> left = new ArrayList<>();
            take(left);
            exchange(left);
        } finally {
            io.unlock();
        }
    }
}
