package dev.a2.store.redis;

import dev.a2.store.redis.RedisOptions.Rest;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A URL that names a REST interface to a Redis server, read into options. */
final class RestUrl {
    /** Requests take longer than on a connection of one's own, so more of them are under way at once. */
    private static final int LANES = 8;

    private static final Pattern URL = Pattern.compile(
            "(?<scheme>https?)://(?:(?<who>[^@/]*)@)?(?<host>[^/?@#]+)(?<path>/[^?@#]*)?(?:\\?(?<query>[^#]*))?");

    private RestUrl() {}

    /**
     * Reads a URL.
     *
     * @param environment where the token is looked for that the URL does not hold
     * @throws IllegalArgumentException when it is none
     */
    static RedisOptions parse(String url, UnaryOperator<@Nullable String> environment) {
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    RedisUrl.shown(url) + " names no REST interface; write https://host/?prefix=a2");
        }
        String path = parts.group("path");
        String address = parts.group("scheme") + "://" + parts.group("host")
                + (path == null ? "" : path.replaceFirst("/+$", ""));
        Map<String, String> settings = RedisUrl.settings(parts.group("query"));
        Rest rest = Rest.of(address, token(parts.group("who"), environment));
        RedisOptions to = RedisOptions.of(parts.group("host"), 0).lanes(LANES);
        if (parts.group("scheme").equals("https")) {
            to = to.server(to.server().tls(RedisUrl.tls(settings)));
        }
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            String value = setting.getValue();
            switch (setting.getKey()) {
                case "request-bytes" -> rest = rest.requestBytes(Integer.parseInt(value));
                case "streams" -> rest = rest.streams(Integer.parseInt(value));
                case "durability" ->
                    throw new IllegalArgumentException("over HTTP nothing can be waited for; leave durability out");
                default -> to = RedisUrl.with(to, setting.getKey(), value);
            }
        }
        return to.rest(rest);
    }

    private static String token(@Nullable String who, UnaryOperator<@Nullable String> environment) {
        if (who != null) {
            int colon = who.indexOf(':');
            return RedisUrl.decode(who.substring(colon + 1));
        }
        for (String name : new String[] {"A2_STORE_TOKEN", "UPSTASH_REDIS_REST_TOKEN"}) {
            String token = environment.apply(name);
            if (token != null && !token.isEmpty()) {
                return token;
            }
        }
        return "";
    }
}
