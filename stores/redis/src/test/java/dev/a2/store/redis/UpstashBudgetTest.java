package dev.a2.store.redis;

import dev.a2.testservers.KeyLockingRules.Reach;
import dev.a2.testservers.RestBridge;

/** Over HTTP each call is billed: there are no more of them than elsewhere. */
final class UpstashBudgetTest extends CommandBudgets {
    UpstashBudgetTest() {
        super(RestBridge.start(Reach.DECLARED), Script.Form.APART);
    }
}
