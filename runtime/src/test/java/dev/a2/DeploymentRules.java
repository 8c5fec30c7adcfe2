package dev.a2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.Cursor;
import dev.a2.store.Dispatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Versions of an application that differ in their consumers, one after the other and side by side (RT-13). */
abstract class DeploymentRules {
    sealed interface Task {}

    record Todo(int n) implements Task {}

    record Idea(int n) implements Task {}

    private final World world;
    private final List<String> handled = new ArrayList<>();

    DeploymentRules(World world) {
        this.world = world;
    }

    @AfterEach
    void end() {
        world.close();
    }

    /** A version whose consumer {@code c} is of a kind. */
    private Contract<Task> version(String kind) {
        Handler<Task, Todo> handler = (todo, context) -> {
            handled.add(kind + " " + todo.n());
            return List.of();
        };
        ContractBuilder<Task> contract = Contract.of("tasks", Task.class);
        switch (kind) {
            case "each" -> contract.each("c", each -> each.on(Todo.class, handler));
            case "lane" -> contract.lane("c", task -> "lane", lane -> lane.on(Todo.class, handler));
            case "lanes" ->
                contract.lane(
                        "c",
                        task -> task instanceof Todo todo ? "lane" + todo.n() % 2 : null,
                        lane -> lane.on(Todo.class, handler));
            case "log" -> contract.log("c", log -> log.on(Todo.class, handler));
            case "full log" ->
                contract.log("c", log -> log.on(Todo.class, handler).backfill());
            default -> contract.each("other", each -> each.on(Todo.class, handler));
        }
        return contract.build();
    }

    private void append(String kind, int... numbers) {
        try (A2<Task> client =
                A2.open(version(kind), world.store(), world.options().workers(false))) {
            for (int n : numbers) {
                client.session("s").append(new Todo(n));
            }
        }
    }

    private void work(String kind) {
        try (A2<Task> worker = A2.open(version(kind), world.store(), world.options())) {
            world.advance(Duration.ofMinutes(1));
        }
    }

    private List<Cursor> heads() {
        return world.store.cursors("s").stream()
                .filter(cursor -> cursor.head() != null)
                .toList();
    }

    /** The numbers of what was handled when the kind changed after the first of five events, before the fourth. */
    @ParameterizedTest(name = "{0} becomes {1}: {2}")
    @CsvSource({
        "each, lane, 1 2 3 4 5",
        "each, log, 1 2 3 4 5",
        "each, full log, 1 1 2 3 2 3 4 5",
        "lane, each, 1 2 4 3 5",
        "lane, lanes, 1 2 4 3 5",
        "lane, log, 1 2 4 3 5",
        "lane, full log, 1 1 2 2 3 3 4 5",
        "log, each, 1 2 4 3 4 5",
        "log, lane, 1 2 4 3 4 5",
        "log, full log, 1 2 3 4 5",
        "full log, each, 1 2 4 3 4 5",
        "full log, lane, 1 2 4 3 4 5"
    })
    @DisplayName("RT-13 when a consumer's kind changes its old heads are handled too, and nothing gets stuck")
    void kinds(String before, String after, String numbers) {
        append(before, 1);
        work(before);
        append(before, 2, 3);

        append(after, 4);
        work(after);
        append(after, 5);
        work(after);

        assertThat(handled.stream().map(one -> one.substring(one.lastIndexOf(' ') + 1)))
                .containsExactly(numbers.split(" ", -1));
        assertThat(handled.subList(1, handled.size())).allMatch(one -> one.startsWith(after + " "));
        assertThat(heads()).isEmpty();
        assertThat(world.store.verify("s")).isEmpty();
    }

    @Test
    @DisplayName("RT-13 versions of two kinds side by side handle each event once, whoever appended it")
    void kindsSideBySide() {
        A2<Task> older = world.open(version("each"), world.store(), world.options());
        A2<Task> newer = world.open(version("lane"), world.store(), world.options());
        for (int n = 1; n <= 40; n++) {
            (n % 2 == 0 ? older : newer).session("s").append(new Todo(n));
            world.advance(Duration.ofMillis(n % 3 * 100L));
        }
        world.advance(Duration.ofMinutes(1));

        assertThat(handled).hasSize(40);
        assertThat(handled.stream().map(one -> one.substring(one.indexOf(' ')))).doesNotHaveDuplicates();
        assertThat(heads()).isEmpty();
        assertThat(world.store.verify("s")).isEmpty();
    }

    @Test
    @DisplayName("RT-13 what only another version serves waits for it untouched, however long, and is no dead letter")
    void unknownConsumer() {
        append("lane", 1, 2);
        world.open(version("other"), world.store(), world.options());
        world.advance(Duration.ofHours(3));

        assertThat(handled).isEmpty();
        assertThat(world.store.deadLetters("s")).isEmpty();
        assertThat(heads()).extracting(Cursor::dispatch).containsExactly(Dispatch.NONE);
        work("lane");
        assertThat(handled).containsExactly("lane 1", "lane 2");
    }

    @Test
    @DisplayName("RT-13 what fails in one version may be retried by another, as the next attempt")
    void retriedByAnother() {
        Contract<Task> broken = Contract.of("tasks", Task.class)
                .each(
                        "c",
                        each -> each.<Todo>on(Todo.class, (todo, context) -> {
                                    handled.add("broken " + context.attempt());
                                    throw new IllegalStateException("a bug");
                                })
                                .retry(RetryPolicy.fixed(5, Duration.ofSeconds(10))))
                .build();
        A2<Task> older = world.open(broken, world.store(), world.options());
        older.session("s").append(new Todo(1));
        world.drain();

        Contract<Task> mended = Contract.of("tasks", Task.class)
                .each(
                        "c",
                        each -> each.effect(
                                Todo.class,
                                (todo, context) ->
                                        handled.add("mended " + context.attempt() + " after " + context.failures())))
                .build();
        older.close();
        world.open(mended, world.store(), world.options());
        world.advance(Duration.ofSeconds(12));

        assertThat(handled).containsExactly("broken 1", "mended 2 after 1");
    }

    @Test
    @DisplayName("CUR-3 versions whose log takes other types go on from where it stands, each by its own")
    void types() {
        append("log", 1);
        work("log");
        Contract<Task> more = Contract.of("tasks", Task.class)
                .log(
                        "c",
                        log -> log.effect(Todo.class, (todo, context) -> handled.add("more " + todo.n()))
                                .effect(Idea.class, (idea, context) -> handled.add("idea " + idea.n())))
                .build();
        A2<Task> newer = world.open(more, world.store(), world.options());
        newer.session("s").append(List.of(new Todo(2), new Idea(3), new Todo(4)));
        world.drain();
        newer.close();
        assertThat(handled).containsExactly("log 1", "more 2", "idea 3", "more 4");

        A2<Task> older = world.open(version("log"), world.store(), world.options());
        older.session("s").append(List.of(new Idea(5), new Todo(6)));
        world.drain();

        assertThat(handled).containsExactly("log 1", "more 2", "idea 3", "more 4", "log 6");
        assertThat(heads()).isEmpty();
    }
}
