package dev.a2;

class SqliteDispatchTest extends DispatchRules {
    SqliteDispatchTest() {
        super(new World(TempFiles.fresh()));
    }
}
