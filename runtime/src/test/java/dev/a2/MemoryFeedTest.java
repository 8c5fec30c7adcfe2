package dev.a2;

class MemoryFeedTest extends FeedRules {
    MemoryFeedTest() {
        super(new World());
    }
}
