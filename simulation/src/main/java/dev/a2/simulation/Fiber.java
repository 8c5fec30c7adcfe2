package dev.a2.simulation;

import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** A task with a thread of its own that runs only when it has the turn. */
final class Fiber {
    final Life life;
    final String name;
    final Runnable body;
    /** Given when it is this fiber's turn. */
    final Semaphore turn = new Semaphore(0);

    /** Which waiting this is: an alarm for an earlier one means nothing. */
    long waiting;

    /** Its place among all tasks, where a strategy gives places. */
    long priority;

    boolean unparked;
    boolean interruptible;
    boolean done;

    @Nullable Thread thread;

    Fiber(Life life, String name, Runnable body) {
        this.life = life;
        this.name = name;
        this.body = body;
    }

    @Override
    public String toString() {
        return life + "/" + name;
    }
}
