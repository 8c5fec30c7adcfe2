package dev.a2.cli;

import dev.a2.server.config.NewApiToken;
import dev.a2.server.token.SessionGrant;
import dev.a2.server.token.SessionToken;
import dev.a2.server.token.SessionTokens;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code a2 token}: makes API tokens and session tokens. */
@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        defaultValueProvider = Settings.class,
        description = {
            "Makes an API token (--roles), and prints it once, with the line of its hash to configure.",
            "Or makes a session token for a browser (--session or --prefix), signed with the configured secret."
        })
final class TokenCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--roles",
            paramLabel = "ROLES",
            description = "What an API token may do: read, append, work, operate with commas between them, or all.")
    private @Nullable String roles;

    @Option(names = "--name", paramLabel = "NAME", description = "Who uses the API token, for logs. Default: app")
    private @Nullable String name;

    @Option(
            names = "--session",
            paramLabel = "ID",
            converter = NameConverter.class,
            description = "The session that a session token is for.")
    private @Nullable String session;

    @Option(
            names = "--prefix",
            paramLabel = "PREFIX",
            converter = NameConverter.class,
            description = "What the ids of the sessions begin with that a session token is for.")
    private @Nullable String prefix;

    @Option(
            names = "--append",
            paramLabel = "TYPES",
            split = ",",
            splitSynopsisLabel = ",",
            description = "Event types that may be appended with the session token; * stands for all.")
    private Set<String> append = Set.of();

    @Option(
            names = "--participant",
            paramLabel = "NAME",
            converter = NameConverter.class,
            description = "Whose presence may be set with the session token.")
    private @Nullable String participant;

    @Option(names = "--subject", paramLabel = "NAME", description = "Who holds the session token, for logs.")
    private @Nullable String subject;

    @Option(
            names = "--ttl",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "How long a session token lasts, at most 24h. Default: 1h")
    private @Nullable Duration ttl;

    @Mixin
    private SecretOption secret;

    @Override
    public Integer call() {
        Settings.of(spec).check(spec);
        boolean isForBrowser = session != null || prefix != null;
        boolean hasRest = !append.isEmpty() || participant != null || subject != null || ttl != null;
        if (roles == null ? !isForBrowser : isForBrowser || hasRest) {
            throw misunderstood(
                    "give either --roles for an API token, or one of --session and --prefix for a session token");
        }
        if (roles == null && name != null) {
            throw misunderstood("a session token has no --name, but a --subject");
        }
        Out out = Commands.out(spec);
        if (roles == null) {
            SessionToken token = sessionToken();
            out.line(token.text());
            Commands.err(spec).line("good until " + Words.time(token.expiresAt()));
        } else {
            printApiToken(out, roles);
        }
        return 0;
    }

    private void printApiToken(Out out, String roles) {
        NewApiToken token;
        try {
            token = NewApiToken.make(name == null ? "app" : name, ApiTokenConverter.roles(roles));
            new ApiTokenConverter().convert(line(token, ":"));
        } catch (IllegalArgumentException | picocli.CommandLine.TypeConversionException e) {
            throw misunderstood(String.valueOf(e.getMessage()));
        }
        out.line("token, for its holder only; it cannot be shown again:");
        out.line("  " + token.text());
        out.line("in the file of --config:");
        out.line("  token." + line(token, " ").replaceFirst(" ", " = "));
        out.line("or on the command line:");
        out.line("  --token " + line(token, ":"));
    }

    private static String line(NewApiToken token, String between) {
        return token.kept().name()
                + between
                + ApiTokenConverter.names(token.kept().roles())
                + between
                + token.kept().sha256();
    }

    private SessionToken sessionToken() {
        String key = secret.secret()
                .orElseThrow(
                        () -> misunderstood("there is no secret to sign it: name its file with --session-secret-file"
                                + " (or the variable A2_SESSION_SECRET, or --config)"));
        try {
            SessionGrant grant = new SessionGrant(session, prefix, append, participant, subject);
            return SessionTokens.of(key, Commands.surroundings(spec).clock())
                    .mint(grant, ttl == null ? Duration.ofHours(1) : ttl);
        } catch (IllegalArgumentException e) {
            throw misunderstood(String.valueOf(e.getMessage()));
        }
    }

    private ParameterException misunderstood(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
