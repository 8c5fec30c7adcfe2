package dev.a2.tck;

import static dev.a2.store.Target.each;
import static dev.a2.store.Target.lane;
import static dev.a2.tck.Given.event;
import static dev.a2.tck.Given.inMs;
import static dev.a2.tck.Given.refs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.store.AppendRequest;
import dev.a2.store.ClaimRequest;
import dev.a2.store.ClaimResult;
import dev.a2.store.Head;
import dev.a2.store.HeadRef;
import dev.a2.store.ReleaseRequest;
import dev.a2.store.Served;
import dev.a2.store.Target;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** CLM-8: claims with a limit. Stores may have a short way for some of them, so they are compared with unlimited ones. */
public interface LimitedClaimRules extends StoreRules {
    @Test
    @Rule("CLM-8")
    default void limitBoundsWhatOneCallTakes() {
        Scene s = scene();
        s.append(
                event("a").to(each("w"), each("v")),
                event("b").to(each("w")),
                event("c").to(each("w"), lane("q", "x")));

        assertThat(refs(s.claimed(s.asking("h1").limit(2)))).containsExactly("v@1", "w@1");
        assertThat(refs(s.claimed(s.asking("h1").limit(2)))).containsExactly("w@2", "q/x@3");
        assertThat(refs(s.claimed(s.asking("h2").limit(99)))).containsExactly("w@3");
        assertThat(s.store().claimAvailable(s.asking("h2").limit(1))).isInstanceOf(ClaimResult.Busy.class);
    }

    @Test
    @Rule({"CLM-8", "CLM-1"})
    default void heldHeadsDoNotCountTowardsTheLimit() {
        Scene s = scene();
        for (int i = 0; i < 40; i++) {
            s.append(event("e" + i).to(each("w")));
        }
        s.claimed(s.asking("h1").limit(30));

        assertThat(refs(s.claimed(s.asking("h2").limit(3)))).containsExactly("w@31", "w@32", "w@33");
    }

    @Test
    @Rule({"CLM-8", "CLM-1"})
    default void aLimitedClaimTakesTheFirstOfWhatAnUnlimitedOneTakes() {
        for (int seed = 0; seed < 80; seed++) {
            String unlimited = scene().another();
            String limited = scene().another();
            int limit = 1 + seed % 5;

            List<String> all = taken(unlimited, seed, null);
            List<String> some = taken(limited, seed, limit);

            assertThat(some)
                    .as("seed %d, limit %d", seed, limit)
                    .isEqualTo(all.subList(0, Math.min(limit, all.size())));
        }
    }

    /** What a claim takes in a session that the seed filled. */
    private List<String> taken(String session, int seed, @Nullable Integer limit) {
        SplitMix random = new SplitMix(seed);
        fill(session, random);
        ClaimRequest request = ClaimRequest.of(session, "h", inMs(1_000))
                .serving(random.percent(25) ? Served.ALL : Served.named("w", "ab", "1:w"))
                .exclude(excluded(random))
                .limit(limit);
        if (random.percent(30)) {
            request = request.through((long) random.below(12));
        }
        return scene().store().claimAvailable(request) instanceof ClaimResult.Claimed claimed
                ? refs(claimed.heads())
                : List.of();
    }

    private void fill(String session, SplitMix random) {
        int events = 1 + random.below(12);
        int seldom = random.of(1, 30);
        for (int i = 0; i < events; i++) {
            scene().store().append(AppendRequest.of(session, event("e" + i).to(targets(random, i + 1, seldom))));
        }
        if (random.percent(50)) {
            claimSome(session, random);
        }
    }

    /** Some heads are held, others were. */
    private void claimSome(String session, SplitMix random) {
        ClaimRequest request = ClaimRequest.of(session, "other", inMs(60_000)).limit(1 + random.below(4));
        if (scene().store().claimAvailable(request) instanceof ClaimResult.Claimed claimed && random.percent(50)) {
            Head first = claimed.heads().get(0);
            scene().store().releaseClaims(new ReleaseRequest(session, "other", List.of(first.attempt())));
        }
    }

    /** Names that look like parts of each other's keys; so many of a hundred targets are no plain ones. */
    private static Target[] targets(SplitMix random, int index, int seldomPercent) {
        List<Target> usual = List.of(each("w"), each("1:w"), each("ab"), each("v"));
        List<Target> seldom = List.of(
                each("w#" + index), new Target("w", null, inMs(60_000)), lane("w", "#" + index), lane("ab", "x"));
        List<Target> chosen = new ArrayList<>();
        while (chosen.isEmpty() || random.percent(60)) {
            Target target = random.of(random.percent(seldomPercent) ? seldom : usual);
            if (chosen.stream().noneMatch(other -> other.consumer().equals(target.consumer()))) {
                chosen.add(target);
            }
        }
        return chosen.toArray(Target[]::new);
    }

    private static Set<HeadRef> excluded(SplitMix random) {
        Set<HeadRef> excluded = new LinkedHashSet<>();
        for (int i = random.below(4); i > 0; i--) {
            excluded.add(new HeadRef(random.percent(50) ? "w" : "v", null, 1 + random.below(6)));
        }
        return excluded;
    }
}
