package dev.a2.examples.webhooks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.SessionStore;
import dev.a2.store.memory.MemoryStore;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The whole demo, in memory. */
final class DemoTest {
    private static final DemoOptions QUICK = new DemoOptions(Duration.ZERO, 16);

    private final SessionStore store = MemoryStore.open();
    private final List<Progress.Standing> standings = new ArrayList<>();
    private final StringWriter shown = new StringWriter();

    @Test
    void allIsThereOnceAndOneDeadLetterWasRedriven() {
        List<Demo.Dead> dead;
        List<String> problems;

        try (Demo demo = new Demo(store, QUICK, standings::add)) {
            dead = run(demo);
            problems = demo.check();
            report(demo, problems);
        }

        assertThat(problems).isEmpty();
        assertThat(dead).singleElement().satisfies(letter -> {
            assertThat(letter.session()).isEqualTo("Codertocat/Hello-World#2");
            assertThat(letter.letter().event().id()).isEqualTo("delivery-0211");
            assertThat(letter.letter().failures()).isEqualTo(3);
            assertThat(letter.waiting()).isEqualTo(34);
        });
        Progress.Standing last = standings.get(standings.size() - 1);
        assertThat(last.done()).isEqualTo(last.all()).isEqualTo(329 + 290);
        assertThat(last.retried()).as("3 of the poison, 15 of the directory").isGreaterThanOrEqualTo(18);
        assertThat(shown.toString())
                .contains("sessions        28", "events         620")
                .contains("by notify, attempt 4", "Update the README with new information.", "✔");
        assertThat(shown.toString().lines()).allMatch(line -> line.length() <= 100);
    }

    @Test
    void aSecondRunAddsNothing() {
        long events;
        try (Demo first = new Demo(store, QUICK, standings::add)) {
            run(first);
            events = first.census().look().facts().size();
        }

        List<Demo.Dead> dead;
        List<String> problems;
        try (Demo second = new Demo(store, QUICK, standings::add)) {
            dead = run(second);
            problems = second.check();
        }

        assertThat(dead).isEmpty();
        assertThat(problems).isEmpty();
        assertThat(new Census(store).look().facts()).hasSize((int) events);
    }

    @Test
    void theCheckSeesWhatIsMissing() {
        try (Demo demo = new Demo(store, QUICK, standings::add)) {
            assertThat(demo.check())
                    .contains("missing: push of delivery-0247 in Codertocat/Hello-World", "0 events instead of 620");
        }
    }

    private static List<Demo.Dead> run(Demo demo) {
        demo.takeDeliveries();
        List<Demo.Dead> all = new ArrayList<>();
        List<Demo.Dead> dead = demo.settle();
        while (!dead.isEmpty()) {
            all.addAll(dead);
            demo.addTemplate();
            demo.redrive(dead);
            dead = demo.settle();
        }
        return all;
    }

    private void report(Demo demo, List<String> problems) {
        PrintWriter out = new PrintWriter(shown);
        Report report = new Report(demo, out, new Paint(false));
        report.summary(0, Duration.ofMillis(1234));
        report.session(Demo.SHOWN);
        report.audit();
        report.check(problems);
        report.next("sqlite:elsewhere.db");
        out.flush();
    }
}
