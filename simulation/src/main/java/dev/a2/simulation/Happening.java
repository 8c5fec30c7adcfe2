package dev.a2.simulation;

import dev.a2.A2;
import dev.a2.Recorded;
import dev.a2.Session;
import dev.a2.SessionPresence;
import dev.a2.simulation.Deed.Asked;
import dev.a2.store.Cursor;
import dev.a2.store.StoreException;
import java.time.Duration;
import java.util.List;

/** Makes the steps of a plan come true. */
final class Happening {
    /** How long somebody is there. */
    private static final Duration STAYS = Duration.ofSeconds(30);

    private static final Duration AGAIN = Duration.ofMillis(100);

    private final World world;

    Happening(World world) {
        this.world = world;
    }

    void step(Step step) {
        world.trace.line("plan", step.toString());
        Machine machine = world.machines.get(step.which() % world.machines.size());
        String session = World.SESSIONS.get(step.which() / 8 % World.SESSIONS.size());
        Duration time = Duration.ofMillis(step.which() / 64 % 8_000);
        switch (step.what()) {
            case ASK -> in(machine, "ask", () -> ask(machine, session, step));
            case WATCH -> in(machine, "watch", () -> watch(machine, session));
            case CRASH -> {
                machine.crash();
                machine.start();
            }
            case STOP -> in(machine, "stop", () -> restart(machine));
            case UPGRADE ->
                in(machine, "upgrade", () -> {
                    machine.upgrade();
                    restart(machine);
                });
            case PAUSE -> machine.life().pauseUntil(world.fibers.nowNanos() + time.toNanos());
            case CLOCK -> machine.life().stepClock(time.minusSeconds(4));
            case OUTAGE -> world.weather.outage(world.fibers.nowNanos() + time.toNanos());
            case CLEAR ->
                in(machine, "clear", () -> machine.running().session(session).clear());
            case RECLAIM ->
                in(machine, "reclaim", () -> machine.running().store().reclaim(session));
            case REDRIVE ->
                in(machine, "redrive", () -> redrive(machine.running().session(session)));
            case STATE ->
                in(machine, "state", () -> machine.running().session(session).state(App.SUM));
            case PRESENCE -> in(machine, "presence", () -> presence(machine, session, step));
        }
    }

    /** Something that a process does, if it is there; that the store may be away is no failure. */
    private void in(Machine machine, String name, Runnable body) {
        world.fibers.start(machine.life(), name, Duration.ZERO, () -> {
            if (machine.a2() == null) {
                return;
            }
            try {
                body.run();
            } catch (StoreException e) {
                world.trace.line(machine.life(), name + " failed: " + e.code());
            }
        });
    }

    private static void restart(Machine machine) {
        machine.stop();
        machine.start();
    }

    /** Asks under one id until it is acknowledged. */
    private void ask(Machine machine, String session, Step step) {
        A2<Deed> a2 = machine.running();
        Asked asked = new Asked(step.number(), "lane" + step.which() / 32 % 2);
        while (true) {
            try {
                Recorded<Asked> recorded = a2.session(session).append("asked-" + asked.n(), asked);
                world.acknowledge(session, asked.n(), recorded.index());
                return;
            } catch (StoreException e) {
                world.fibers.sleep(AGAIN);
            }
        }
    }

    private void watch(Machine machine, String session) {
        Session<Deed> watched = machine.running().session(session);
        Watcher watcher = new Watcher(session, machine.life(), 0);
        watched.rawFeed(0).onEach(event -> {
            try {
                watcher.see(event, world.ledger.book(session));
            } catch (Broken e) {
                world.fibers.fail(e);
            }
        });
        world.watchers.add(watcher);
    }

    /** Somebody says where he is, or leaves; looks around, and listens from now on. */
    private void presence(Machine machine, String session, Step step) {
        Life life = machine.life();
        SessionPresence presence = machine.running().session(session).presence();
        presence.watch(patch -> {
            try {
                world.ledger.presence().heard(life, patch);
            } catch (Broken e) {
                world.fibers.fail(e);
            }
        });
        String who = "somebody";
        if (step.which() / 512 % 4 == 0) {
            presence.remove(who, List.of("at"), STAYS);
        } else {
            presence.set(who, "at", step.number(), STAYS);
        }
        presence.read();
    }

    static void redrive(Session<Deed> session) {
        for (Cursor cursor : session.cursors()) {
            Long head = cursor.head();
            if (cursor.dispatch().failedAt() != null && head != null) {
                session.retry(cursor.consumer(), head);
            }
        }
    }
}
