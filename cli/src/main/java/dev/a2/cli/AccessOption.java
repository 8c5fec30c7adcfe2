package dev.a2.cli;

import dev.a2.server.config.AccessOptions;
import dev.a2.server.config.ApiToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** Who may do what at a server. */
final class AccessOption {
    @Option(
            names = "--token",
            paramLabel = "NAME:ROLES:HASH",
            split = "\\s+",
            splitSynopsisLabel = " ",
            converter = ApiTokenConverter.class,
            description =
                    "An API token that may come in, as a2 token prints it. Several may be given; the variable A2_TOKEN"
                            + " holds several with spaces between them.")
    private List<ApiToken> tokens = List.of();

    @Option(
            names = "--new-token",
            description = "Make an API token that may do everything, for this run, and print it.")
    private boolean newToken;

    @Option(
            names = "--origin",
            paramLabel = "ORIGIN",
            split = "[,\\s]+",
            splitSynopsisLabel = ",",
            description = "Pages of this origin, such as https://app.example, may call the server.")
    private Set<String> origins = Set.of();

    @Option(
            names = "--allow-host",
            paramLabel = "HOST",
            split = "[,\\s]+",
            splitSynopsisLabel = ",",
            description =
                    "A name, or name:port, by which the server is reached beside its own: a proxy's, or a tunnel's.")
    private Set<String> hosts = Set.of();

    /** Whether a token is wanted for this run. */
    boolean wantsNewToken() {
        return newToken;
    }

    /** With one token more. */
    AccessOptions access(Optional<String> secret, Optional<ApiToken> more) {
        List<ApiToken> all = new ArrayList<>(tokens);
        more.ifPresent(all::add);
        return new AccessOptions(all, secret.orElse(null), origins, hosts);
    }
}
