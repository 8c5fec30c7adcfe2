package dev.a2.integration;

import dev.a2.store.memory.MemoryStore;

class MemoryLimitsTest extends LimitsRules {
    MemoryLimitsTest() {
        super(MemoryStore.open(), 100_000);
    }
}
