package dev.a2.simulation.chaos;

import dev.a2.Contract;
import dev.a2.ContractBuilder;
import dev.a2.HandlerContext;
import dev.a2.Reducer;
import dev.a2.RetryPolicy;
import dev.a2.simulation.chaos.Errand.Answered;
import dev.a2.simulation.chaos.Errand.Asked;
import dev.a2.simulation.chaos.Errand.Audited;
import dev.a2.simulation.chaos.Errand.Moved;
import dev.a2.simulation.chaos.Errand.Noted;
import dev.a2.simulation.chaos.Errand.Rang;
import dev.a2.simulation.chaos.Errand.Touched;
import dev.a2.store.AttemptRef;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The application that a fleet runs: one consumer of each kind, with handlers that fail, dawdle past their leases and give up, and
 * that write down when user code is left. The older version does not know the log.
 */
final class ErrandApp {
    static final String TOUCHY = "touchy";
    static final String LANE = "lane";
    static final String AUDIT = "audit";
    static final Duration RINGS_AFTER = Duration.ofSeconds(1);

    private static final Reducer<Errand, Long> SUM =
            Reducer.of("sum", Long.class, 0L, (sum, errand) -> errand instanceof Asked asked ? sum + asked.n() : sum);
    private static final RetryPolicy PATIENT =
            RetryPolicy.defaults().maxFailures(1_000).waits(Duration.ofMillis(100), 2, Duration.ofSeconds(2));
    private static final RetryPolicy SOON_TIRED = RetryPolicy.fixed(2, Duration.ofMillis(100));
    private static final double DAWDLES = 0.03;
    private static final double FAILS = 0.08;
    private static final double TOUCHY_FAILS = 0.3;

    private final Chronicle chronicle;
    private final SplittableRandom chance;
    private final Duration claimTtl;
    private final boolean stumbles;

    /**
     * An application.
     *
     * @param stumbles whether its handlers fail and dawdle
     */
    ErrandApp(Chronicle chronicle, long seed, Duration claimTtl, boolean stumbles) {
        this.chronicle = chronicle;
        this.chance = new SplittableRandom(seed);
        this.claimTtl = claimTtl;
        this.stumbles = stumbles;
    }

    Contract<Errand> contract(boolean newer) {
        ContractBuilder<Errand> contract = Contract.of("errands", Errand.class)
                .reducer(SUM)
                .on(Asked.class, this::answer)
                .handlers(handlers -> handlers.retry(PATIENT))
                .each(TOUCHY, each -> each.on(Asked.class, this::touch).retry(SOON_TIRED))
                .lane(
                        LANE,
                        errand -> errand instanceof Asked asked ? asked.lane() : null,
                        lane -> lane.on(Asked.class, this::move).retry(PATIENT));
        if (newer) {
            contract.log(
                    AUDIT,
                    audit -> audit.on(Asked.class, this::audit).backfill().retry(PATIENT));
        }
        return contract.build();
    }

    private List<Errand> answer(Asked asked, HandlerContext<Errand> context) throws Exception {
        return leaving(context, () -> {
            stumble(FAILS);
            context.emit("noted", new Noted(asked.n()));
            stumble(FAILS);
            context.schedule(new Rang(asked.n()), RINGS_AFTER);
            return List.of(new Answered(asked.n()));
        });
    }

    private List<Errand> touch(Asked asked, HandlerContext<Errand> context) throws Exception {
        return leaving(context, () -> {
            stumble(TOUCHY_FAILS);
            return List.of(new Touched(asked.n()));
        });
    }

    private List<Errand> move(Asked asked, HandlerContext<Errand> context) throws Exception {
        return leaving(context, () -> {
            stumble(FAILS);
            return List.of(new Moved(asked.n(), context.state(SUM)));
        });
    }

    private List<Errand> audit(Asked asked, HandlerContext<Errand> context) throws Exception {
        return leaving(context, () -> {
            stumble(FAILS);
            return List.of(new Audited(asked.n()));
        });
    }

    /** Does a handler's work, and writes down that it comes to its end. */
    private List<Errand> leaving(HandlerContext<Errand> context, Work work) throws Exception {
        try {
            return work.run();
        } finally {
            chronicle.write(new Fact.Left(
                    context.sessionId(),
                    new AttemptRef(context.consumer(), context.lane(), context.index(), context.attempt())));
        }
    }

    @FunctionalInterface
    private interface Work {
        List<Errand> run() throws Exception;
    }

    private void stumble(double rate) throws InterruptedException, IOException {
        if (!stumbles) {
            return;
        }
        double slow;
        double failing;
        synchronized (chance) {
            slow = chance.nextDouble();
            failing = chance.nextDouble();
        }
        if (slow < DAWDLES) {
            Thread.sleep(claimTtl.plusMillis((long) (slow / DAWDLES * claimTtl.toMillis())));
        }
        if (failing < rate) {
            throw new InterruptedIOException("by chance");
        }
    }
}
