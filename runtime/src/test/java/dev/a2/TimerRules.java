package dev.a2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.codec.Json;
import dev.a2.store.Event;
import dev.a2.store.When;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

abstract class TimerRules {
    sealed interface Tick {}

    record Started(int n) implements Tick {}

    record Rang(String why) implements Tick {}

    static final Reducer<Tick, Integer> COUNT = Reducer.of("count", Integer.class, 0, (count, tick) -> count + 1);

    private final World world;
    private final List<String> log = new ArrayList<>();

    private final Contract<Tick> contract = Contract.of("timers", Tick.class)
            .reducer(COUNT)
            .effect(Rang.class, (rang, context) -> log.add(rang.why() + " after " + sinceStart()))
            .build();

    TimerRules(World world) {
        this.world = world;
    }

    @AfterEach
    void end() {
        world.close();
    }

    private Duration sinceStart() {
        return Duration.between(
                Instant.parse("2026-01-01T00:00:00Z"), world.platform.clock().instant());
    }

    @Test
    @DisplayName("RT-10 a scheduled event is appended at its time, once, and its consumers handle it")
    void rings() {
        Session<Tick> session = world.open(contract).session("s");

        session.schedule(new Rang("delay"), Duration.ofHours(2));
        session.schedule(new Rang("time"), world.platform.clock().instant().plus(Duration.ofHours(1)));
        session.schedule(new Rang("past"), world.platform.clock().instant().minusSeconds(5));
        world.advance(Duration.ofHours(3));

        assertThat(log).containsExactly("past after PT0S", "time after PT1H", "delay after PT2H");
        assertThat(session.history().map(Recorded::event))
                .containsExactly(new Rang("past"), new Rang("time"), new Rang("delay"));
        assertThat(session.rawHistory(0).filter(event -> event.type().equals("a2.timer")))
                .hasSize(3);
        assertThat(session.state(COUNT)).isEqualTo(3);
    }

    @Test
    @DisplayName("RT-10 scheduling under an id happens once")
    void once() {
        Session<Tick> session = world.open(contract).session("s");

        session.schedule("mine", new Rang("x"), Duration.ofHours(1));
        world.advance(Duration.ofSeconds(10));
        session.schedule("mine", new Rang("x"), Duration.ofHours(1));
        world.advance(Duration.ofHours(3));

        assertThat(log).containsExactly("x after PT1H");
    }

    @Test
    @DisplayName("RT-10 timers outlive restarts, and lost answers do not make them ring twice")
    void restart() {
        A2<Tick> first = world.open(contract);
        first.session("s").schedule(new Rang("x"), Duration.ofHours(1));
        first.close();
        world.advance(Duration.ofHours(2));
        assertThat(log).isEmpty();
        FaultyStore lossy = new FaultyStore(world.store);
        lossy.loseAnswers("completeAttempt", 2);

        A2<Tick> second = world.open(contract, lossy.store(), world.options());
        world.advance(Duration.ofMinutes(1));

        assertThat(log).hasSize(1);
        assertThat(second.session("s").history()).hasSize(1);
    }

    @Test
    @DisplayName("RT-10 a timer does not ring when its session was cleared since")
    void cleared() {
        Session<Tick> session = world.open(contract).session("s");

        session.schedule(new Rang("x"), Duration.ofHours(1));
        session.clear();
        world.advance(Duration.ofHours(3));

        assertThat(log).isEmpty();
        assertThat(session.history()).isEmpty();
        assertThat(world.store.verify("s")).isEmpty();
    }

    @Test
    @DisplayName("RT-10 what a handler schedules exists if and only if it completes")
    void fromHandlers() {
        Contract<Tick> scheduling = Contract.of("timers", Tick.class)
                .on(Started.class, (started, context) -> {
                    context.schedule(new Rang("attempt " + context.attempt()), Duration.ofMinutes(10));
                    if (context.attempt() == 1) {
                        throw new IllegalStateException("again");
                    }
                    return List.of();
                })
                .effect(Rang.class, (rang, context) -> log.add(rang.why()))
                .build();
        Session<Tick> session = world.open(scheduling).session("s");

        session.append(new Started(1));
        world.advance(Duration.ofHours(1));

        assertThat(log).containsExactly("attempt 2");
        assertThat(session.rawHistory(0).map(Event::type)).containsExactly("started", "a2.timer", "rang");
    }

    @Test
    @DisplayName("RT-14 settling does not wait for timers that are not due")
    void settling() {
        Session<Tick> session = world.open(contract).session("s");
        session.schedule(new Rang("later"), Duration.ofHours(1));
        assertThat(session.settle(Duration.ofSeconds(1)).settled()).isTrue();
        assertThat(sinceStart()).isLessThan(Duration.ofSeconds(1));
        session.schedule(new Rang("soon"), Duration.ofMillis(5));
        world.advance(Duration.ofMillis(4));

        world.advance(Duration.ofMillis(1));
        assertThat(session.settle(Duration.ofSeconds(1)).settled()).isTrue();

        assertThat(log).hasSize(1);
    }

    @Test
    @DisplayName("RT-2 a timer keeps its payload to the byte")
    void payloads() {
        for (String text : List.of("null", "1.50", "[1 , 2]", "{ \"a\" : {\"payload\":[]} }", "\"x,}\"")) {
            Json wrapper = Timers.wrap(
                            "id", new Timers.Scheduled("t\"", Json.of(text)), When.after(Duration.ofSeconds(1)))
                    .payload();
            Json reordered = Json.of("{\"payload\": " + text + " , \"type\":\"t\\\"\"}");

            assertThat(Timers.unwrap(wrapper)).isEqualTo(new Timers.Scheduled("t\"", Json.of(text)));
            assertThat(Timers.unwrap(reordered)).isEqualTo(new Timers.Scheduled("t\"", Json.of(text)));
        }
    }
}
