package dev.a2.server.config;

import dev.a2.A2Options;
import dev.a2.Contract;
import java.time.Duration;
import java.util.List;

/**
 * How a server runs. Begin with {@link #defaults} and change what you like.
 *
 * @param host the address to listen on: a name or number of this machine
 * @param port 0: any free one
 * @param contracts whose handlers run here, and whose reducers give states; no two may know the same event type
 * @param runtime how the contracts run
 * @param heartbeat a feed says something at least so often
 * @param shutdownGrace how long requests under way and handlers may take when the server is closed
 */
public record ServerOptions(
        String host,
        int port,
        List<Contract<?>> contracts,
        A2Options runtime,
        AccessOptions access,
        ServerLimits limits,
        Duration heartbeat,
        Duration shutdownGrace) {
    private static final ServerOptions DEFAULTS = new ServerOptions(
            "127.0.0.1",
            8484,
            List.of(),
            A2Options.defaults(),
            AccessOptions.open(),
            ServerLimits.DEFAULTS,
            Duration.ofSeconds(15),
            Duration.ofSeconds(20));

    /** Copies the list. */
    public ServerOptions {
        contracts = List.copyOf(contracts);
    }

    /** Loopback, port 8484, no contracts, everybody may do everything. */
    public static ServerOptions defaults() {
        return DEFAULTS;
    }

    /** The same at another address. */
    public ServerOptions listen(String host, int port) {
        return new ServerOptions(host, port, contracts, runtime, access, limits, heartbeat, shutdownGrace);
    }

    /** The same with these contracts. */
    public ServerOptions contracts(List<Contract<?>> contracts) {
        return new ServerOptions(host, port, contracts, runtime, access, limits, heartbeat, shutdownGrace);
    }

    /** The same with contracts that run so. */
    public ServerOptions runtime(A2Options runtime) {
        return new ServerOptions(host, port, contracts, runtime, access, limits, heartbeat, shutdownGrace);
    }

    /** The same with other rights. */
    public ServerOptions access(AccessOptions access) {
        return new ServerOptions(host, port, contracts, runtime, access, limits, heartbeat, shutdownGrace);
    }

    /** The same with other limits. */
    public ServerOptions limits(ServerLimits limits) {
        return new ServerOptions(host, port, contracts, runtime, access, limits, heartbeat, shutdownGrace);
    }

    /** The same with another heartbeat of feeds. */
    public ServerOptions heartbeat(Duration heartbeat) {
        return new ServerOptions(host, port, contracts, runtime, access, limits, heartbeat, shutdownGrace);
    }

    /** The same with another grace. */
    public ServerOptions shutdownGrace(Duration shutdownGrace) {
        return new ServerOptions(host, port, contracts, runtime, access, limits, heartbeat, shutdownGrace);
    }
}
