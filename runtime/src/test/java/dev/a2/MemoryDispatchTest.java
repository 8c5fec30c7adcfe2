package dev.a2;

class MemoryDispatchTest extends DispatchRules {
    MemoryDispatchTest() {
        super(new World());
    }
}
