package dev.a2.store.redis;

import dev.a2.tck.StoreTck;
import dev.a2.testservers.KeyLockingRules.Reach;
import dev.a2.testservers.RestBridge;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** The whole contract over HTTP, where scripts lock no more than their keys' hash tags. */
final class UpstashTckTest extends StoreTck {
    /** Each call is two requests there, so of what is long only some comes. */
    private static final int SOME = 8;

    UpstashTckTest() {
        super(RedisFixture.unlimited(RestBridge.start(Reach.HASH_TAG)));
    }

    @Override
    public int modelSeeds() {
        return Integer.getInteger("a2.model.seeds", SOME);
    }

    /** It fills hundreds of sessions, for a claim that is the same everywhere. */
    @Override
    public void aLimitedClaimTakesTheFirstOfWhatAnUnlimitedOneTakes() {}

    @Override
    public Stream<DynamicTest> goldenVectorsThatMoveHouse() {
        return super.goldenVectorsThatMoveHouse().limit(SOME);
    }
}
