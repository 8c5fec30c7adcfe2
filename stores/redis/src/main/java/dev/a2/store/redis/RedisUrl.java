package dev.a2.store.redis;

import dev.a2.store.redis.RedisOptions.Node;
import dev.a2.store.redis.RedisOptions.Sentinels;
import dev.a2.store.redis.RedisOptions.Server;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A URL that names Redis servers, read into options. */
final class RedisUrl {
    private static final Pattern URL = Pattern.compile("redis(?<tls>s)?(?:\\+(?<kind>cluster|sentinel))?://"
            + "(?:(?<who>[^@/]*)@)?(?<nodes>[^/?@]+)(?:/(?<path>[^?]*))?(?:\\?(?<query>.*))?");
    private static final Pattern SECRETS =
            Pattern.compile("(?<=//)[^/]*(?=@)|(?<=(?:certificate|sentinel)-password=)[^&]*");
    private static final Pattern DATABASE = Pattern.compile("(?<number>\\d*)/?");
    private static final Pattern MASTER = Pattern.compile("(?<name>[^/]+)/?(?<number>\\d*)/?");
    private static final int REDIS = 6379;
    private static final int SENTINEL = 26_379;

    /** Without its secrets. */
    private final String url;

    private final Matcher parts;
    private final Map<String, String> settings;

    private RedisUrl(String url, Matcher parts) {
        this.url = url;
        this.parts = parts;
        this.settings = settings(parts.group("query"));
    }

    static RedisOptions parse(String url) {
        if (url.startsWith("https:") || url.startsWith("http:")) {
            return RestUrl.parse(url, System::getenv);
        }
        Matcher parts = URL.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException(shown(url) + " is no Redis URL; write redis://host:port/?prefix=a2,"
                    + " redis+cluster://host:port,host:port/ or redis+sentinel://host:port,host:port/master-name");
        }
        return new RedisUrl(shown(url), parts).options();
    }

    static String shown(String url) {
        return SECRETS.matcher(url).replaceAll("***");
    }

    private RedisOptions options() {
        String kind = parts.group("kind");
        RedisOptions to = "sentinel".equals(kind) ? watched() : "cluster".equals(kind) ? cluster() : single();
        if (parts.group("tls") != null) {
            to = to.server(to.server().tls(tls()));
        }
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            to = with(to, setting.getKey(), setting.getValue());
        }
        return to;
    }

    private RedisOptions single() {
        List<Node> nodes = nodes(REDIS);
        if (nodes.size() > 1) {
            throw new IllegalArgumentException(
                    "several servers are a cluster; write redis+cluster:// or redis+sentinel:// in " + url);
        }
        return at(nodes.get(0), database(path(DATABASE)));
    }

    private RedisOptions cluster() {
        List<Node> nodes = nodes(REDIS);
        return at(nodes.get(0), database(path(DATABASE))).nodes(nodes);
    }

    private RedisOptions watched() {
        List<Node> nodes = nodes(SENTINEL);
        Matcher path = path(MASTER);
        Sentinels sentinels = new Sentinels(nodes, decode(path.group("name")))
                .as(settings.remove("sentinel-user"), settings.remove("sentinel-password"));
        return at(nodes.get(0), database(path)).sentinels(sentinels);
    }

    private RedisOptions at(Node node, int database) {
        String who = parts.group("who");
        int colon = who == null ? -1 : who.indexOf(':');
        String user = who == null ? "" : decode(colon < 0 ? who : who.substring(0, colon));
        String password = who == null || colon < 0 ? null : decode(who.substring(colon + 1));
        return RedisOptions.of(node.host(), node.port())
                .server(new Server(node.host(), node.port(), database, null, user.isEmpty() ? null : user, password));
    }

    private Matcher path(Pattern pattern) {
        String text = parts.group("path");
        Matcher path = pattern.matcher(text == null ? "" : text);
        if (!path.matches()) {
            throw new IllegalArgumentException(url + " is no Redis URL: after the servers comes "
                    + (pattern == MASTER ? "the name of what the sentinels watch" : "the number of a database"));
        }
        return path;
    }

    private static int database(Matcher path) {
        String number = path.group("number");
        return number.isEmpty() ? 0 : Integer.parseInt(number);
    }

    private List<Node> nodes(int port) {
        List<Node> nodes = new ArrayList<>();
        for (String address : parts.group("nodes").split(",", -1)) {
            URI uri = URI.create("redis://" + address);
            if (uri.getHost() == null) {
                throw new IllegalArgumentException(url + " is no Redis URL: \"" + address + "\" is no host and port");
            }
            nodes.add(new Node(uri.getHost(), uri.getPort() < 0 ? port : uri.getPort()));
        }
        return nodes;
    }

    /** What the settings for it say, which are used up then. */
    private SSLContext tls() {
        return tls(settings);
    }

    static SSLContext tls(Map<String, String> settings) {
        String authorities = settings.remove("ca");
        String identity = settings.remove("certificate");
        String password = settings.remove("certificate-password");
        if (authorities == null && identity == null) {
            return Tls.usual();
        }
        return Tls.context(
                authorities == null ? null : Path.of(authorities),
                identity == null ? null : Path.of(identity),
                password == null ? "" : password);
    }

    static RedisOptions with(RedisOptions to, String name, String value) {
        return switch (name) {
            case "prefix" -> to.prefix(value);
            case "lanes" -> to.lanes(Integer.parseInt(value));
            case "eviction" -> to.safety(to.safety().acceptEviction(isAccepted(value)));
            case "durability" -> to.safety(to.safety().durability(Durability.parse(value)));
            case "ca", "certificate", "certificate-password" ->
                throw new IllegalArgumentException(name + " is for TLS; write rediss:// for it");
            case "sentinel-user", "sentinel-password" ->
                throw new IllegalArgumentException(name + " is for sentinels; write redis+sentinel:// for it");
            default -> throw new IllegalArgumentException("a Redis URL knows no setting " + name + "=" + value);
        };
    }

    private static boolean isAccepted(String value) {
        return switch (value) {
            case "accept" -> true;
            case "refuse" -> false;
            default -> throw new IllegalArgumentException("eviction is accept or refuse, not " + value);
        };
    }

    static Map<String, String> settings(@Nullable String query) {
        Map<String, String> settings = new LinkedHashMap<>();
        if (query != null) {
            for (String setting : query.split("&", -1)) {
                int equals = setting.indexOf('=');
                settings.put(equals < 0 ? "" : setting.substring(0, equals), decode(setting.substring(equals + 1)));
            }
        }
        return settings;
    }

    static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
