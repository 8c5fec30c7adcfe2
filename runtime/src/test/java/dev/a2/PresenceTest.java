package dev.a2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.a2.codec.Json;
import dev.a2.store.PresenceEntry;
import dev.a2.store.PresencePatch;
import dev.a2.store.SessionStore;
import dev.a2.store.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PresenceTest {
    sealed interface Nothing {}

    record Never() implements Nothing {}

    private final World world = new World();
    private final Contract<Nothing> contract =
            Contract.of("presence", Nothing.class).build();

    @AfterEach
    void end() {
        world.close();
    }

    private SessionPresence presence(SessionStore store) {
        return world.open(contract, store, world.options().workers(false))
                .session("s")
                .presence();
    }

    @Test
    @DisplayName("RT-14 presence is set, read, taken away, and goes by itself")
    void comesAndGoes() {
        SessionPresence presence = presence(world.store);
        presence.set("ann", Map.of("name", "Ann"), Duration.ofSeconds(30));
        presence.set("ann", "cursor", List.of(1, 2), Duration.ofSeconds(10));
        world.advance(Duration.ofSeconds(9));

        assertThat(presence.read())
                .extracting(PresenceEntry::field, PresenceEntry::value)
                .containsExactlyInAnyOrder(tuple("name", Json.of("\"Ann\"")), tuple("cursor", Json.of("[1,2]")));
        world.advance(Duration.ofSeconds(1));
        assertThat(presence.read()).extracting(PresenceEntry::field).containsExactly("name");
        assertThat(presence.remove("ann", List.of("name"), Duration.ofSeconds(30)))
                .isPresent();
        assertThat(presence.read()).isEmpty();
    }

    @Test
    @DisplayName("RT-14 watchers hear what other processes set")
    void watched() {
        SessionPresence here = presence(world.store);
        SessionPresence there = presence(world.store());
        List<PresencePatch> heard = new ArrayList<>();
        try (Subscription watching = there.watch(heard::add)) {
            assertThat(watching).isNotNull();
            here.set("ann", "name", "Ann", Duration.ofSeconds(30));
            world.drain();
        }
        here.set("bob", "name", "Bob", Duration.ofSeconds(30));
        world.drain();

        assertThat(heard).extracting(PresencePatch::participant).containsExactly("ann");
    }
}
