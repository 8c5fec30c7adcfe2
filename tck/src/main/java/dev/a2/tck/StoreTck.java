package dev.a2.tck;

import dev.a2.store.SessionStore;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * All rules of the store contract. A store's author extends this with a class that supplies a {@link StoreFixture}.
 *
 * <p>One store is opened for all tests of the class; each test has a session of its own, so that nothing is cleaned. The
 * clock begins each test at {@link TestClock#START}. After each test the store must find nothing wrong with its data.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.SAME_THREAD)
@DisplayNameGeneration(RuleNames.class)
@ExtendWith({RuleFilter.class, Explain.class})
@SuppressWarnings("exports") // who extends this has no need of its extensions
public abstract class StoreTck
        implements VectorRules,
                ModelRules,
                ValRules,
                LimitRules,
                ClockRules,
                AppendRules,
                FenceRules,
                TargetRules,
                LogRules,
                ReadRules,
                ClaimRules,
                LimitedClaimRules,
                RenewRules,
                CompleteRules,
                ClaimNewRules,
                ClaimNextRules,
                FailRules,
                DeadLetterRules,
                CursorRules,
                SnapshotRules,
                ClearRules,
                WakeupRules,
                PresenceRules,
                WorkRules,
                SharedStorageRules,
                TransferRules {
    private final StoreFixture fixture;
    private final TestClock clock = new TestClock();
    private final AtomicLong names = new AtomicLong();
    private final Map<Capability, Integer> skipped = new TreeMap<>();

    private StoreFixture.@Nullable Storage storage;
    private @Nullable SessionStore store;
    private @Nullable Scene scene;

    /** Tests the stores of this fixture, which is closed at the end. */
    protected StoreTck(StoreFixture fixture) {
        this.fixture = fixture;
    }

    @Override
    public final StoreFixture fixture() {
        return fixture;
    }

    @Override
    public final Scene scene() {
        if (scene == null) {
            throw new IllegalStateException("no test is running");
        }
        return scene;
    }

    /** What the running test did so far. */
    final String story() {
        return scene == null ? "" : scene.story();
    }

    @BeforeEach
    final void begin(TestInfo test) {
        scene = null;
        skipWithoutCapability(test.getTestMethod().orElseThrow());
        clock.set(TestClock.START);
        StoreFixture.Storage open = storage;
        SessionStore opened = store;
        if (open == null || opened == null) {
            open = fixture.freshStorage();
            opened = open.open(clock, () -> name("g"));
            storage = open;
            store = opened;
        }
        scene = new Scene(fixture, open, opened, clock, this::name);
    }

    private String name(String stem) {
        return stem + names.incrementAndGet();
    }

    private void skipWithoutCapability(Method test) {
        Needs needs = test.getAnnotation(Needs.class);
        String reason = needs == null ? null : fixture.absent().get(needs.value());
        if (needs != null && reason != null) {
            skipped.merge(needs.value(), 1, Integer::sum);
            Assumptions.abort("this store lacks " + needs.value() + ": " + reason);
        }
    }

    @AfterEach
    final void end() {
        if (scene != null) {
            scene.checkInvariants();
        }
    }

    @AfterAll
    final void closeStore() {
        skipped.forEach((capability, count) ->
                System.out.println(getClass().getSimpleName() + ": " + count + " tests skipped, the store lacks "
                        + capability + ": " + fixture.absent().get(capability)));
        if (store != null) {
            store.close();
        }
        if (storage != null) {
            storage.close();
        }
        fixture.close();
    }
}
