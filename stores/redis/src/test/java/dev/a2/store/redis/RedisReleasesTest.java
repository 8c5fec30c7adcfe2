package dev.a2.store.redis;

import dev.a2.store.IdSource;
import dev.a2.store.SessionStore;
import dev.a2.tck.ReleasesTck;
import dev.a2.testservers.RedisServer;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.StreamEntryID;

/** Releases are kept as the commands that make their keys, a line each of URL-encoded words, which every server
 * understands. */
class RedisReleasesTest extends ReleasesTck {
    private static final String FILE = "commands.txt";
    private static RedisServer server;

    RedisReleasesTest() {
        super(Path.of("src/test/resources/dev/a2/store/redis/releases"));
    }

    @BeforeAll
    static void start() {
        server = RedisServer.start(RedisServer.Version.SEVEN);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static SessionStore open(InstantSource clock, IdSource ids) {
        return RedisStore.open(
                RedisOptions.of(server.url()).prefix("kept").clock(clock).ids(ids));
    }

    @Override
    protected void save(Path kept, Scene scene) throws IOException {
        try (Jedis jedis = server.jedis()) {
            jedis.flushAll();
            scene.writeInto(RedisReleasesTest::open);
            List<String> lines = new ArrayList<>();
            for (String key : new TreeSet<>(jedis.keys("*"))) {
                commands(jedis, key).forEach(command -> lines.add(line(command)));
            }
            Files.write(kept.resolve(FILE), lines);
        }
    }

    @Override
    protected SessionStore load(Path kept, InstantSource clock, IdSource ids) throws IOException {
        try (Jedis jedis = server.jedis()) {
            jedis.flushAll();
            for (String line : Files.readAllLines(kept.resolve(FILE))) {
                List<String> command = words(line);
                jedis.sendCommand(
                        Protocol.Command.valueOf(command.get(0)),
                        command.subList(1, command.size()).toArray(String[]::new));
            }
        }
        return open(clock, ids);
    }

    /** The commands that make a key again; that it expires is left out. */
    private static List<List<String>> commands(Jedis jedis, String key) {
        List<List<String>> commands = new ArrayList<>();
        switch (jedis.type(key)) {
            case "string" -> commands.add(List.of("SET", key, jedis.get(key)));
            case "hash" ->
                new TreeMap<>(jedis.hgetAll(key))
                        .forEach((field, value) -> commands.add(List.of("HSET", key, field, value)));
            case "set" ->
                new TreeSet<>(jedis.smembers(key)).forEach(member -> commands.add(List.of("SADD", key, member)));
            case "zset" ->
                jedis.zrangeWithScores(key, 0, -1)
                        .forEach(member ->
                                commands.add(List.of("ZADD", key, "" + (long) member.getScore(), member.getElement())));
            case "stream" ->
                jedis.xrange(key, (StreamEntryID) null, null).forEach(entry -> {
                    List<String> command = new ArrayList<>(List.of("XADD", key, "" + entry.getID()));
                    entry.getFields().forEach((field, value) -> command.addAll(List.of(field, value)));
                    commands.add(command);
                });
            default -> throw new IllegalStateException(key + " is a " + jedis.type(key));
        }
        return commands;
    }

    private static String line(List<String> command) {
        return command.stream()
                .map(word -> URLEncoder.encode(word, StandardCharsets.UTF_8))
                .collect(Collectors.joining(" "));
    }

    private static List<String> words(String line) {
        return Arrays.stream(line.split(" ", -1))
                .map(word -> URLDecoder.decode(word, StandardCharsets.UTF_8))
                .toList();
    }
}
