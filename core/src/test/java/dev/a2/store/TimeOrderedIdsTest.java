package dev.a2.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TimeOrderedIdsTest {
    private final AtomicLong nowMs = new AtomicLong(1_700_000_000_000L);
    private final IdSource ids = IdSource.timeOrdered(() -> Instant.ofEpochMilli(nowMs.get()));

    @Test
    void idsGrowEvenWhereTheClockStandsOrGoesBack() {
        List<String> drawn = Stream.generate(ids::next).limit(10_000).toList();
        nowMs.addAndGet(-5_000);
        String later = ids.next();

        assertThat(drawn).isSorted().doesNotHaveDuplicates();
        assertThat(later).isGreaterThan(drawn.get(drawn.size() - 1));
    }

    @Test
    void idsAreUuidsThatBeginWithTheTime() {
        UUID id = UUID.fromString(ids.next());

        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(nowMs.get());
    }
}
