package dev.a2.cli;

import dev.a2.Contract;
import dev.a2.Termination;
import dev.a2.server.A2Server;
import dev.a2.server.config.AccessOptions;
import dev.a2.server.config.ApiToken;
import dev.a2.server.config.NewApiToken;
import dev.a2.server.config.Role;
import dev.a2.server.config.ServerOptions;
import dev.a2.store.SessionStore;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code a2 serve}: a store behind HTTP, with a console. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        defaultValueProvider = Settings.class,
        description = {
            "Serves a store: an HTTP interface, live feeds, and a console for browsers.",
            "Without anything else it makes a2.db in this folder and listens on this machine only. It ends when it is told to"
                    + " (Ctrl-C, SIGTERM): feeds end with a hint to come back, handlers finish or give back what they hold.",
            "Every option that takes a value may stand in a variable (--max-body: A2_MAX_BODY) or in a file (--config)."
        })
final class ServeCommand implements Callable<Integer> {
    private static final ServerOptions DEFAULTS = ServerOptions.defaults();

    /** Strong, or the level that is set on it could be forgotten. */
    private static final Logger WEB_SERVER = Logger.getLogger("io.helidon");

    @Spec
    private CommandSpec spec;

    @Mixin
    private StoreOption store;

    @Mixin
    private Contracts contracts;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "Where to listen; 0.0.0.0 is everywhere, which needs tokens. Default: ${DEFAULT-VALUE}")
    private String host = DEFAULTS.host();

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Where to listen; 0 takes a free one. Default: ${DEFAULT-VALUE}")
    private int port = DEFAULTS.port();

    @Mixin
    private AccessOption access;

    @Mixin
    private SecretOption secret;

    @Option(
            names = "--heartbeat",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "A feed says something at least so often. Default: 15s")
    private Duration heartbeat = DEFAULTS.heartbeat();

    @Option(
            names = "--shutdown-grace",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "How long requests and handlers may take at the end. Default: 20s")
    private Duration shutdownGrace = DEFAULTS.shutdownGrace();

    @Mixin
    private LimitOptions limits;

    @Override
    public Integer call() throws InterruptedException {
        Settings.of(spec).check(spec);
        // It says where it listens; we do, in our own words.
        WEB_SERVER.setLevel(Level.WARNING);
        Optional<NewApiToken> newToken = access.wantsNewToken()
                ? Optional.of(NewApiToken.make("this-run", EnumSet.allOf(Role.class)))
                : Optional.empty();
        ServerOptions options = options(newToken.map(NewApiToken::kept));
        try (Termination termination = Termination.ofProcess();
                SessionStore open = store.openOrMake();
                A2Server server = serve(open, options)) {
            announce(server.address(), options.access(), newToken);
            termination.await();
        }
        return 0;
    }

    private ServerOptions options(Optional<ApiToken> newToken) {
        Contract<?> served = contracts.findBrought(contract -> true).orElse(null);
        try {
            return DEFAULTS.listen(host, port)
                    .contract(served)
                    .access(access.access(secret.secret(), newToken))
                    .limits(limits.limits())
                    .heartbeat(heartbeat)
                    .shutdownGrace(shutdownGrace);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }

    private static A2Server serve(SessionStore store, ServerOptions options) {
        try {
            return A2Server.open(store, options);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(String.valueOf(e.getMessage()), e);
        }
    }

    private void announce(URI address, AccessOptions options, Optional<NewApiToken> newToken) {
        Out out = Commands.out(spec);
        out.line("serving " + store.wanted() + " at " + address);
        out.line("console: " + address + "/console/");
        out.line("API:     " + address + "/v1/, described by " + address + "/openapi.json");
        out.line("access:  " + access(options));
        newToken.ifPresent(token -> out.line("API token for this run: " + token.text()));
        out.flush();
    }

    private static String access(AccessOptions options) {
        if (options.isOpen()) {
            return "everybody on this machine may do everything";
        }
        String tokens = options.tokens().isEmpty()
                ? "no API tokens"
                : "API tokens of "
                        + options.tokens().stream().map(ApiToken::name).collect(Collectors.joining(", "));
        return tokens + (options.sessionSecret() == null ? "; no session tokens" : "; session tokens");
    }
}
