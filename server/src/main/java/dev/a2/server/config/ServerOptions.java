package dev.a2.server.config;

import dev.a2.A2Options;
import dev.a2.Contract;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a server runs. Begin with {@link #defaults} and change what you like.
 *
 * @param host the address to listen on: a name or number of this machine
 * @param port 0: any free one
 * @param contract whose handlers run here, and whose reducers give states; null: none, only workers elsewhere
 * @param runtime how the contract runs
 * @param heartbeat a feed says something at least so often
 * @param shutdownGrace how long requests under way and handlers may take when the server is closed
 */
public record ServerOptions(
        String host,
        int port,
        @Nullable Contract<?> contract,
        A2Options runtime,
        AccessOptions access,
        ServerLimits limits,
        Duration heartbeat,
        Duration shutdownGrace) {
    private static final ServerOptions DEFAULTS = new ServerOptions(
            "127.0.0.1",
            8484,
            null,
            A2Options.defaults(),
            AccessOptions.open(),
            ServerLimits.DEFAULTS,
            Duration.ofSeconds(15),
            Duration.ofSeconds(20));

    /** Loopback, port 8484, no contract, everybody may do everything. */
    public static ServerOptions defaults() {
        return DEFAULTS;
    }

    /** The same at another address. */
    public ServerOptions listen(String host, int port) {
        return new ServerOptions(host, port, contract, runtime, access, limits, heartbeat, shutdownGrace);
    }

    /** The same with this contract. */
    public ServerOptions contract(@Nullable Contract<?> contract) {
        return new ServerOptions(host, port, contract, runtime, access, limits, heartbeat, shutdownGrace);
    }

    /** The same with a contract that runs so. */
    public ServerOptions runtime(A2Options runtime) {
        return new ServerOptions(host, port, contract, runtime, access, limits, heartbeat, shutdownGrace);
    }

    /** The same with other rights. */
    public ServerOptions access(AccessOptions access) {
        return new ServerOptions(host, port, contract, runtime, access, limits, heartbeat, shutdownGrace);
    }

    /** The same with other limits. */
    public ServerOptions limits(ServerLimits limits) {
        return new ServerOptions(host, port, contract, runtime, access, limits, heartbeat, shutdownGrace);
    }

    /** The same with another heartbeat of feeds. */
    public ServerOptions heartbeat(Duration heartbeat) {
        return new ServerOptions(host, port, contract, runtime, access, limits, heartbeat, shutdownGrace);
    }

    /** The same with another grace. */
    public ServerOptions shutdownGrace(Duration shutdownGrace) {
        return new ServerOptions(host, port, contract, runtime, access, limits, heartbeat, shutdownGrace);
    }
}
