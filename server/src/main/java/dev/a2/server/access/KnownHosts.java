package dev.a2.server.access;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The names that a server goes by. A page that points a name of its own at this machine comes by a name that is not among
 * them (F66).
 */
final class KnownHosts {
    private static final int HTTP = 80;

    private final Set<Authority> configured;
    private final Optional<Authority> listening;
    private volatile int port;

    /**
     * Those of a server that listens there.
     *
     * @throws IllegalArgumentException if a configured name is none
     */
    KnownHosts(Set<String> configured, String host, int port) {
        Set<Authority> names = new LinkedHashSet<>();
        for (String name : configured) {
            names.add(authority(name)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "'" + name + "' is no host; write a name, or a name and a port as name:port")));
        }
        this.configured = Set.copyOf(names);
        this.listening = isWildcard(host) ? Optional.empty() : authority(host);
        this.port = port;
    }

    /** It serves at this port. */
    void listensOn(int port) {
        this.port = port;
    }

    /** Whether the server goes by this name. */
    boolean know(Authority asked) {
        int askedPort = asked.port() == Authority.NO_PORT ? HTTP : asked.port();
        boolean own = asked.isLoopback()
                || listening.filter(here -> here.name().equals(asked.name())).isPresent();
        return (own && askedPort == port)
                || configured.contains(asked)
                || configured.contains(new Authority(asked.name(), Authority.NO_PORT));
    }

    private static Optional<Authority> authority(String host) {
        // A number of IPv6 may stand without its brackets where no port follows.
        boolean bare = host.indexOf(':') != host.lastIndexOf(':') && !host.startsWith("[");
        return Authority.parse(bare ? "[" + host + "]" : host);
    }

    /** Whether only programs on this machine reach a server that listens there. */
    static boolean isLoopback(String host) {
        return !host.isBlank() && allOf(host, InetAddress::isLoopbackAddress);
    }

    private static boolean isWildcard(String host) {
        return host.isBlank() || allOf(host, InetAddress::isAnyLocalAddress);
    }

    private static boolean allOf(String host, java.util.function.Predicate<InetAddress> fits) {
        try {
            InetAddress[] addresses = InetAddress.getAllByName(host);
            for (InetAddress address : addresses) {
                if (!fits.test(address)) {
                    return false;
                }
            }
            return true;
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
