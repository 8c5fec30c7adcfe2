package dev.a2.testservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.a2.testservers.RedisServer.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;

final class RedisServerTest {
    @ParameterizedTest
    @EnumSource
    void aKilledServerComesBackWithWhatWasOnDisk(Version version) {
        Path folder;
        try (RedisServer server = RedisServer.start(version, "--appendonly", "yes", "--appendfsync", "always")) {
            folder = server.folder();
            try (Jedis jedis = server.jedis()) {
                jedis.set("a", "1");
            }
            server.kill();
            assertThatThrownBy(() -> server.jedis().ping()).isInstanceOf(JedisConnectionException.class);
            server.again();

            try (Jedis jedis = server.jedis()) {
                assertThat(jedis.get("a")).isEqualTo("1");
            }
        }
        assertThat(Files.exists(folder)).isFalse();
    }

    @Test
    void aReplicaIsInStepFromTheStart() {
        try (RedisServer primary = RedisServer.start(Version.SEVEN);
                Jedis writer = primary.jedis()) {
            writer.set("a", "1");
            try (RedisServer replica = RedisServer.replicaOf(primary);
                    Jedis reader = replica.jedis()) {
                assertThat(reader.get("a")).isEqualTo("1");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void programsForAllMachinesAreThere(Version version) {
        assertThat(RedisServer.class.getResource("redis-server-" + version.intel))
                .isNotNull();
        assertThat(RedisServer.class.getResource("redis-server-" + version.arm)).isNotNull();
    }
}
