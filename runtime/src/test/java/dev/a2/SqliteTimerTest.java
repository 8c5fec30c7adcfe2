package dev.a2;

class SqliteTimerTest extends TimerRules {
    SqliteTimerTest() {
        super(new World(TempFiles.fresh()));
    }
}
