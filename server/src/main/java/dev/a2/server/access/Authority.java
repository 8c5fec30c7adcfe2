package dev.a2.server.access;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A name and a port as in {@code Host}, in one spelling: lower case, no dot at the end, IPv6 in full.
 *
 * @param name a name, or a number of IPv4 or IPv6, the latter without brackets
 * @param port {@link #NO_PORT} if it says none
 */
record Authority(String name, int port) {
    static final int NO_PORT = -1;

    private static final Pattern FORM =
            Pattern.compile("(?:\\[([0-9A-Fa-f:.]{2,45})]|([A-Za-z0-9._-]{1,255}))(?::([0-9]{1,5}))?");
    private static final Pattern LOOPBACK_V4 = Pattern.compile("127(\\.(0|[1-9][0-9]{0,2})){3}");
    private static final String LOOPBACK_V6 = "0:0:0:0:0:0:0:1";

    /** What a text says; nothing if it is malformed. */
    static Optional<Authority> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int port = matcher.group(3) == null ? NO_PORT : Integer.parseInt(matcher.group(3));
        Optional<String> name = matcher.group(1) != null ? ipv6(matcher.group(1)) : name(matcher.group(2));
        return port > 65_535 ? Optional.empty() : name.map(known -> new Authority(known, port));
    }

    private static Optional<String> name(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        String name = lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
        return name.isEmpty() || name.endsWith(".") ? Optional.empty() : Optional.of(name);
    }

    private static Optional<String> ipv6(String text) {
        try {
            // In brackets it is never looked up.
            return Optional.of(InetAddress.getByName("[" + text + "]").getHostAddress());
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }

    /** Whether it names this machine by what no name server can change. */
    boolean isLoopback() {
        return name.equals("localhost")
                || name.equals(LOOPBACK_V6)
                || LOOPBACK_V4.matcher(name).matches();
    }
}
