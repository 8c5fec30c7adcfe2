package dev.a2;

class SqliteFeedTest extends FeedRules {
    SqliteFeedTest() {
        super(new World(TempFiles.fresh()));
    }
}
