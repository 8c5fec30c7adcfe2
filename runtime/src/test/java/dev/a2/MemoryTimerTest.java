package dev.a2;

class MemoryTimerTest extends TimerRules {
    MemoryTimerTest() {
        super(new World());
    }
}
