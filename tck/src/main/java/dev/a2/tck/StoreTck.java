package dev.a2.tck;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** All rules of the store contract. A store's author extends this with a class that supplies a {@link StoreFixture}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayNameGeneration(RuleNames.class)
@ExtendWith(RuleFilter.class)
public abstract class StoreTck implements VectorRules {
    private final StoreFixture fixture;

    /** Tests the stores of this fixture, which is closed at the end. */
    protected StoreTck(StoreFixture fixture) {
        this.fixture = fixture;
    }

    @Override
    public final StoreFixture fixture() {
        return fixture;
    }

    @BeforeAll
    final void openStore() {}

    @AfterAll
    final void closeStore() {
        fixture.close();
    }
}
