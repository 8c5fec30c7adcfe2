package dev.a2;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.ServedConsumer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When an append may claim what it makes (APP-17), and when its session must wait for a look. */
class AgendaTest {
    private static final List<String> ONE = List.of("c");

    private static Agenda agenda(Concurrency limits) {
        ConsumerSlots consumer = new ConsumerSlots(ServedConsumer.of("c"), 8, limits.perConsumer());
        return new Agenda(limits, List.of(consumer));
    }

    @Test
    @DisplayName("RT-12 an append claims as many heads as there are slots in the process and for its session, or none")
    void limits() {
        Agenda agenda = agenda(new Concurrency(4, 3, 4));

        assertThat(agenda.expect("a", List.of("c", "c", "c", "c"))).isNull();
        assertThat(agenda.expect("a", List.of("c", "c"))).isNotNull();
        assertThat(agenda.expect("a", List.of("c", "c")))
                .as("a third and fourth of one session")
                .isNull();
        Arrival last = requireNonNull(agenda.expect("a", ONE));
        assertThat(agenda.expect("a", ONE)).isNull();
        assertThat(agenda.expect("b", ONE)).isNotNull();
        assertThat(agenda.expect("d", ONE)).as("a fifth of the process").isNull();
        agenda.end(last);
        assertThat(agenda.expect("d", List.of("c", "unknown"))).isNull();
        assertThat(agenda.expect("d", ONE)).isNotNull();
    }

    @Test
    @DisplayName("RT-12 an append claims nothing while others wait for their turn or for its consumer")
    void turns() {
        Agenda agenda = agenda(new Concurrency(1, 1, 1));
        Arrival first = requireNonNull(agenda.expect("a", ONE));
        agenda.want("b", ONE);
        agenda.end(first);

        assertThat(agenda.expect("c", ONE)).as("before b's turn").isNull();
        Look look = requireNonNull(agenda.nextLook());
        agenda.end(look);
        Arrival second = requireNonNull(agenda.expect("c", ONE));
        agenda.want("b", ONE);
        assertThat(agenda.nextLook()).isNull();
        agenda.end(second);
        assertThat(agenda.expect("c", ONE)).as("while b waits for the consumer").isNull();
        agenda.wake();
        assertThat(requireNonNull(agenda.nextLook()).session().id).isEqualTo("b");
    }

    @Test
    @DisplayName("RT-12 what a look may bring counts for its session; beside it an append may claim")
    void besideALook() {
        Agenda agenda = agenda(new Concurrency(8, 3, 8));
        Arrival arrival = requireNonNull(agenda.expect("s", ONE));
        agenda.want("s", ONE);
        Look look = requireNonNull(agenda.nextLook());

        assertThat(look.limit()).isEqualTo(2);
        assertThat(agenda.expect("s", ONE)).isNull();
        agenda.end(arrival);
        assertThat(agenda.expect("s", ONE)).isNotNull();
        assertThat(agenda.expect("s", ONE)).isNull();
        agenda.end(look);
        assertThat(agenda.expect("s", ONE)).isNotNull();
    }

    @Test
    @DisplayName(
            "CLM-9 no append claims while a claim resumes or is to, and no claim resumes while an append may claim")
    void lostAnswers() {
        Agenda agenda = agenda(new Concurrency(8, 8, 8));
        Arrival arrival = requireNonNull(agenda.expect("s", ONE));
        SessionWork session = arrival.session();
        session.resume.add("c");
        agenda.want("s", ONE);

        assertThat(agenda.nextLook()).isNull();
        assertThat(agenda.expect("s", ONE)).isNull();
        agenda.end(arrival);
        agenda.offer(session);
        assertThat(requireNonNull(agenda.nextLook()).resume()).isTrue();
        assertThat(agenda.expect("s", ONE)).isNull();
    }

    @Test
    @DisplayName("RT-11 once closed, no append claims any more, and those under way count as claims")
    void closing() {
        Agenda agenda = agenda(new Concurrency(8, 8, 8));
        Arrival arrival = requireNonNull(agenda.expect("s", ONE));
        agenda.close();

        assertThat(agenda.expect("s", ONE)).isNull();
        assertThat(agenda.isClaiming()).isTrue();
        agenda.end(arrival);
        assertThat(agenda.isClaiming()).isFalse();
    }
}
