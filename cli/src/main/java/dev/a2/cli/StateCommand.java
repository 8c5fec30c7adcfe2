package dev.a2.cli;

import dev.a2.A2;
import dev.a2.A2Options;
import dev.a2.Contract;
import dev.a2.Reducer;
import dev.a2.codec.Json;
import dev.a2.store.SessionBounds;
import dev.a2.store.SessionStore;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code a2 state}: a reducer's state, now or then. */
@Command(
        name = "state",
        mixinStandardHelpOptions = true,
        description = {
            "Prints a reducer's state, now or as of any event.",
            "The state is folded from the log and printed as JSON. Changes nothing."
        })
final class StateCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Mixin
    private Contracts contracts;

    @Parameters(index = "0", paramLabel = "SESSION", description = "Its name.", converter = NameConverter.class)
    private String session = "";

    @Parameters(index = "1", paramLabel = "REDUCER", description = "The reducer's name.")
    private String reducer = "";

    @Option(names = "--at", paramLabel = "N", description = "As of this event. Default: the newest")
    private @Nullable Long at;

    @Option(names = "--diff", paramLabel = "M", description = "Instead show what changed between event M and --at.")
    private @Nullable Long diff;

    @Override
    public Integer call() {
        if ((at != null && at < 1) || (diff != null && diff < 1)) {
            throw new ParameterException(spec.commandLine(), "--at and --diff must be at least 1");
        }
        Optional<Contract<?>> contract =
                contracts.find(candidate -> candidate.reducer(reducer).isPresent());
        if (contract.isEmpty()) {
            Set<String> known = contracts.reducers();
            throw contracts.misunderstood("no contract has a reducer " + Words.name(reducer) + "; known are: "
                    + (known.isEmpty() ? "none; add contracts with --contracts" : String.join(", ", known)));
        }
        try (SessionStore open = store.openExisting()) {
            SessionBounds bounds = Commands.bounds(open, session);
            long until = at == null ? bounds.frontier() : at;
            check(bounds, until);
            print(open, contract.get(), until, bounds);
        }
        return 0;
    }

    private void check(SessionBounds bounds, long index) {
        if (index > bounds.frontier() || index < bounds.clearIndex()) {
            throw new CommandFailure("session " + Words.name(session) + " has events "
                    + Math.max(1, bounds.clearIndex()) + " to " + bounds.frontier() + ", not " + index);
        }
    }

    private <E> void print(SessionStore open, Contract<E> contract, long until, SessionBounds bounds) {
        Reducer<E, ?> wanted = contract.reducer(reducer).orElseThrow();
        Out out = Commands.out(spec);
        // A reader that neither works nor leaves snapshots behind.
        A2Options reading =
                A2Options.defaults().workers(false).sweepInterval(Duration.ZERO).snapshotDistance(Integer.MAX_VALUE);
        try (A2<E> a2 = A2.open(contract, open, reading)) {
            Json state = state(a2, wanted, until);
            if (diff == null) {
                out.line(JsonText.pretty(state));
                return;
            }
            check(bounds, diff);
            JsonDiff.print(out, state(a2, wanted, diff), state);
        }
    }

    private <E> Json state(A2<E> a2, Reducer<E, ?> wanted, long index) {
        return a2.options().codec().encode(a2.session(session).state(wanted, index));
    }
}
