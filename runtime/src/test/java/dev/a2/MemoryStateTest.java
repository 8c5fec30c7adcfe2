package dev.a2;

class MemoryStateTest extends StateRules {
    MemoryStateTest() {
        super(new World());
    }
}
