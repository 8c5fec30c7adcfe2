package dev.a2.cli;

import dev.a2.A2;
import dev.a2.A2Options;
import dev.a2.Batch;
import dev.a2.Contract;
import dev.a2.codec.InvalidJsonException;
import dev.a2.codec.Json;
import dev.a2.store.AppendRequest;
import dev.a2.store.Event;
import dev.a2.store.NewEvent;
import dev.a2.store.SessionStore;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code a2 append}: an event from a shell. */
@Command(
        name = "append",
        mixinStandardHelpOptions = true,
        description = {
            "Appends an event.",
            "If a contract knows its type, that contract's consumers get it; else nobody does but who follows the log. The"
                    + " demo's contract, which comes with this program, must be named: --contract webhooks.",
            "With --id the same event is appended once, however often the command is run."
        })
final class AppendCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Mixin
    private Contracts contracts;

    @Parameters(
            index = "0",
            paramLabel = "SESSION",
            description = "Its name; it begins with its first event.",
            converter = NameConverter.class)
    private String session = "";

    @Parameters(index = "1", paramLabel = "TYPE", description = "The event's type.", converter = NameConverter.class)
    private String type = "";

    @Parameters(index = "2", paramLabel = "JSON", description = "The payload: JSON, @FILE, or - for standard input.")
    private String payload = "";

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "The event's id. Default: a new one",
            converter = NameConverter.class)
    private @Nullable String id;

    @Option(names = "--raw", description = "Look for no contract.")
    private boolean raw;

    @Option(names = "--json", description = "Print the event as JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Json value = value();
        if (raw && contracts.isNamed()) {
            throw contracts.misunderstood("--raw looks for no contract, so --contract cannot name one");
        }
        Contract<?> contract = raw
                ? null
                : contracts
                        .findBrought(candidate -> candidate.eventTypes().contains(type))
                        .orElse(null);
        if (contract == null && contracts.isNamed()) {
            throw contracts.misunderstood("that contract does not know type " + Words.name(type));
        }
        try (SessionStore open = store.openOrMake()) {
            Event event = contract == null ? append(open, value) : append(open, value, contract);
            Out out = Commands.out(spec);
            if (json) {
                out.line(Timeline.json(event));
            } else {
                out.line("event " + event.index() + " of " + Words.name(session) + ", id " + Words.name(event.id())
                        + (contract == null ? "" : ", by contract " + Words.name(contract.name())));
            }
        }
        return 0;
    }

    private Event append(SessionStore open, Json value) {
        return open.append(AppendRequest.of(session, NewEvent.of(id, type, value)))
                .events()
                .get(0);
    }

    private <E> Event append(SessionStore open, Json value, Contract<E> contract) {
        A2Options appending = A2Options.defaults().workers(false).sweepInterval(Duration.ZERO);
        try (A2<E> a2 = A2.open(contract, open, appending)) {
            return a2.session(session)
                    .append(Batch.<E>empty().andRaw(id, type, value))
                    .get(0);
        }
    }

    private Json value() throws IOException {
        Surroundings around = Commands.surroundings(spec);
        try {
            if (payload.equals("-")) {
                return Json.ofUtf8(around.in().readAllBytes());
            }
            return payload.startsWith("@")
                    ? Json.ofUtf8(Files.readAllBytes(around.directory().resolve(payload.substring(1))))
                    : Json.of(payload);
        } catch (InvalidJsonException e) {
            throw new ParameterException(spec.commandLine(), "the payload is no JSON: " + e.getMessage(), e);
        }
    }
}
