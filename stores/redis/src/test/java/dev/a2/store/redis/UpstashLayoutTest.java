package dev.a2.store.redis;

import dev.a2.testservers.KeyLockingRules.Reach;
import dev.a2.testservers.RestBridge;

/** The same keys and messages over HTTP, by scripts that run unflagged. */
final class UpstashLayoutTest extends LayoutVectors {
    UpstashLayoutTest() {
        super(RestBridge.start(Reach.DECLARED));
    }
}
