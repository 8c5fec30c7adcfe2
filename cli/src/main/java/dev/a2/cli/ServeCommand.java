package dev.a2.cli;

import dev.a2.Contract;
import dev.a2.Termination;
import dev.a2.server.A2Server;
import dev.a2.server.config.ServerOptions;
import dev.a2.store.SessionStore;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code a2 serve}: a store behind HTTP, with a console. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        description = {
            "Serves a store: an HTTP interface, live feeds, and a console for browsers.",
            "Without anything else it makes a2.db in this folder and listens on this machine only. It ends when it is told to"
                    + " (Ctrl-C, SIGTERM): feeds end with a hint to come back, handlers finish or give back what they hold."
        })
final class ServeCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Mixin
    private Contracts contracts;

    @Option(names = "--host", paramLabel = "HOST", description = "Where to listen. Default: ${DEFAULT-VALUE}")
    private String host = ServerOptions.defaults().host();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Where to listen; 0 takes a free one. Default: ${DEFAULT-VALUE}")
    private int port = ServerOptions.defaults().port();

    @Override
    public Integer call() throws InterruptedException {
        List<Contract<?>> served =
                contracts.findBrought(contract -> true).stream().toList();
        ServerOptions options = ServerOptions.defaults().listen(host, port).contracts(served);
        try (Termination termination = Termination.ofProcess();
                SessionStore open = store.openOrMake();
                A2Server server = A2Server.open(open, options)) {
            Out out = Commands.out(spec);
            out.line("serving " + store.wanted() + " at " + server.address());
            out.flush();
            termination.await();
        }
        return 0;
    }
}
