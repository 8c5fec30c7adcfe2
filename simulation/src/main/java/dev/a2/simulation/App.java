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
import java.time.Duration;
import java.util.List;

/**
 * The simulated application: one consumer of each kind, with handlers that fail, dawdle past their leases and give up.
 * The older version does not know the log.
 */
final class App {
    static final Reducer<Deed, Long> SUM =
            Reducer.of("sum", Long.class, 0L, (sum, deed) -> deed instanceof Asked asked ? sum + asked.n() : sum);

    private static final Duration LONG = Duration.ofSeconds(8);
    private static final RetryPolicy PATIENT =
            RetryPolicy.defaults().maxFailures(1_000).waits(Duration.ofMillis(100), 2, Duration.ofSeconds(20));
    private static final RetryPolicy TOUCHY = RetryPolicy.fixed(2, Duration.ofMillis(200));

    private final Fibers fibers;
    private final Weather weather;
    private final Chance chance;

    App(Fibers fibers, Weather weather, Chance chance) {
        this.fibers = fibers;
        this.weather = weather;
        this.chance = chance;
    }

    Contract<Deed> contract(boolean newer) {
        ContractBuilder<Deed> contract = Contract.of("simulated", Deed.class)
                .reducer(SUM)
                .on(Asked.class, (asked, context) -> {
                    stumble(0.1);
                    context.emit("noted", new Noted(asked.n()));
                    stumble(0.1);
                    context.schedule(new Rang(asked.n()), Duration.ofSeconds(30));
                    return List.of(new Answered(asked.n()));
                })
                .handlers(handlers -> handlers.retry(PATIENT))
                .each(
                        "touchy",
                        each -> each.on(Asked.class, (asked, context) -> {
                                    stumble(0.4);
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
                                stumble(0.1);
                                return List.of(new Audited(asked.n()));
                            })
                            .backfill()
                            .retry(PATIENT));
        }
        return contract.build();
    }

    private List<Deed> move(Asked asked, HandlerContext<Deed> context) throws InterruptedException {
        stumble(0.1);
        return List.of(new Moved(asked.n(), asked.lane(), context.state(SUM)));
    }

    /** Fails at a rate, or takes longer than a claim lasts. */
    private void stumble(double rate) throws InterruptedException {
        if (weather.isCalm()) {
            return;
        }
        if (chance.at(0.05)) {
            fibers.nap(chance.upTo(LONG));
        }
        if (chance.at(rate)) {
            throw new IllegalStateException("by chance");
        }
    }
}
