package dev.a2.store.redis;

import dev.a2.tck.StoreTck;
import dev.a2.testservers.KeyLockingRules.Reach;
import dev.a2.testservers.KeyLockingServer;
import dev.a2.testservers.RedisServer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** The contract where scripts lock no more than their keys' hash tags, which each of them must keep to. */
final class KeyLockingTckTest extends StoreTck {
    KeyLockingTckTest() {
        super(RedisFixture.unlimited(KeyLockingServer.start(RedisServer.Version.SEVEN, Reach.HASH_TAG)));
    }

    // The longest ones reach no script that others do not.

    @Override
    public void randomOperationsAgreeWithTheModel() {}

    @Override
    public void twoStoresInTurnAgreeWithTheModel() {}

    @Override
    public Stream<DynamicTest> goldenVectorsRandom() {
        return Stream.of();
    }

    @Override
    public Stream<DynamicTest> goldenVectorsThatMoveHouse() {
        return Stream.of();
    }
}
