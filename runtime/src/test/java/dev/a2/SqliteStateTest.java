package dev.a2;

class SqliteStateTest extends StateRules {
    SqliteStateTest() {
        super(new World(TempFiles.fresh()));
    }
}
