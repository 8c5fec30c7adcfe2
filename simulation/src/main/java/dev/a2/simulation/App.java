package dev.a2.simulation;

import dev.a2.Contract;
import dev.a2.ContractBuilder;
import dev.a2.HandlerContext;
import dev.a2.Reducer;
import dev.a2.RetryPolicy;
import dev.a2.simulation.Deed.Answered;
import dev.a2.simulation.Deed.Asked;
import dev.a2.simulation.Deed.Audited;
import dev.a2.simulation.Deed.Moved;
import dev.a2.simulation.Deed.Noted;
import dev.a2.simulation.Deed.Rang;
import dev.a2.simulation.Deed.Touched;
import dev.a2.store.AttemptRef;
import java.time.Duration;
import java.util.List;

/**
 * The simulated application: one consumer of each kind, with handlers that fail, dawdle past their leases and give up.
 * The older version does not know the log.
 */
final class App {
    static final Reducer<Deed, Long> SUM =
            Reducer.of("sum", Long.class, 0L, (sum, deed) -> deed instanceof Asked asked ? sum + asked.n() : sum);

    private static final RetryPolicy PATIENT =
            RetryPolicy.defaults().maxFailures(1_000).waits(Duration.ofMillis(100), 2, Duration.ofSeconds(20));
    private static final RetryPolicy TOUCHY = RetryPolicy.fixed(2, Duration.ofMillis(200));

    private final Stumbling stumbling;
    private final Duration ringsAfter;

    /**
     * An application.
     *
     * @param ringsAfter how long its timers run
     */
    App(Stumbling stumbling, Duration ringsAfter) {
        this.stumbling = stumbling;
        this.ringsAfter = ringsAfter;
    }

    /** Whether a dead letter of the attempt's consumer is as planned. */
    static boolean givesUpSoon(AttemptRef attempt) {
        return attempt.consumer().equals("touchy");
    }

    Contract<Deed> contract(boolean newer) {
        ContractBuilder<Deed> contract = Contract.of("simulated", Deed.class)
                .reducer(SUM)
                .on(Asked.class, (asked, context) -> {
                    stumbling.stumble(0.1);
                    context.emit("noted", new Noted(asked.n()));
                    stumbling.stumble(0.1);
                    context.schedule(new Rang(asked.n()), ringsAfter);
                    return List.of(new Answered(asked.n()));
                })
                .handlers(handlers -> handlers.retry(PATIENT))
                .each(
                        "touchy",
                        each -> each.on(Asked.class, (asked, context) -> {
                                    stumbling.stumble(0.4);
                                    return List.of(new Touched(asked.n()));
                                })
                                .retry(TOUCHY))
                .lane(
                        "lane",
                        deed -> deed instanceof Asked asked ? asked.lane() : null,
                        lane -> lane.on(Asked.class, this::move).retry(PATIENT));
        if (newer) {
            contract.log(
                    "audit",
                    audit -> audit.on(Asked.class, (asked, context) -> {
                                stumbling.stumble(0.1);
                                return List.of(new Audited(asked.n()));
                            })
                            .backfill()
                            .retry(PATIENT));
        }
        return contract.build();
    }

    private List<Deed> move(Asked asked, HandlerContext<Deed> context) throws InterruptedException {
        stumbling.stumble(0.1);
        return List.of(new Moved(asked.n(), asked.lane(), context.state(SUM)));
    }
}
