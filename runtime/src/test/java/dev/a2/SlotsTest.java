package dev.a2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.ServedConsumer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SlotsTest {
    private static ConsumerSlots consumer(String name) {
        return new ConsumerSlots(ServedConsumer.of(name), 8, 64);
    }

    @Test
    @DisplayName("RT-12 whatever looks bring, each consumer's part stays free for it, and no limit is passed")
    void partsAreKept() {
        ConsumerSlots slow = consumer("slow");
        ConsumerSlots quick = consumer("quick");
        ConsumerSlots third = consumer("third");
        Slots slots = new Slots(new Concurrency(18, 100, 64), List.of(slow, quick, third));
        SplittableRandom random = new SplittableRandom(7);

        for (int i = 0; i < 2_000; i++) {
            List<ConsumerSlots> any = Stream.of(slow, quick, third)
                    .filter(c -> random.nextBoolean())
                    .toList();
            int room = any.stream().mapToInt(slots::free).min().orElse(0);
            if (room > 0) {
                slots.setAside(any, room);
                slots.putBack(any, room);
                for (int n = random.nextInt(room + 1); n > 0; n--) {
                    // The worst: all of them are the slow one's, and never end.
                    slots.take(any.contains(slow) ? slow : any.get(0));
                }
            }
            while (quick.running > 0) {
                slots.giveBack(quick);
            }
            assertThat(slots.free(quick)).isGreaterThanOrEqualTo(3);
            assertThat(slow.running).isLessThanOrEqualTo(12);
        }
        assertThat(slow.running).isEqualTo(12);
    }
}
