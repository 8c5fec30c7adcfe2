package dev.a2;

import dev.a2.store.memory.MemoryStore;

class MemoryThreadsTest extends ThreadsRules {
    MemoryThreadsTest() {
        super(MemoryStore.open());
    }
}
