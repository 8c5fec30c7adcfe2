package dev.a2.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.a2.testservers.RedisServer;
import dev.a2.testservers.TestServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.Jedis;

/** The user that the documentation tells to make, with just the rights that it gives there. */
final class LimitedUser {
    static final String NAME = "a2";
    static final String PASSWORD = "p";

    private static final Path PAGE = Path.of("..", "..", "docs", "how-to", "redis.md");
    private static final Pattern RULES = Pattern.compile("ACL SETUSER a2 (.*)");
    private static final Pattern FOR_CLUSTERS = Pattern.compile("In a cluster it also needs `(.*?)`");

    private LimitedUser() {}

    /** As for one server. */
    static String rules() {
        return documented(RULES).replace("PASSWORD", PASSWORD);
    }

    private static String documented(Pattern pattern) {
        try {
            Matcher documented = pattern.matcher(Files.readString(PAGE));
            assertThat(documented.find()).as(pattern.pattern()).isTrue();
            return documented.group(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void make(RedisServer server, String rules) {
        try (Jedis jedis = server.jedis()) {
            jedis.aclSetUser(NAME, rules.split(" "));
        }
    }

    /** Makes it on all servers; how a store becomes it. */
    static RedisOptions on(TestServers servers) {
        boolean isCluster = servers.servers().size() > 1;
        String rules = rules() + (isCluster ? " " + documented(FOR_CLUSTERS) : "");
        servers.servers().forEach(server -> make(server, rules));
        RedisOptions options = RedisOptions.of(servers.url());
        return options.server(options.server().as(NAME, PASSWORD));
    }
}
