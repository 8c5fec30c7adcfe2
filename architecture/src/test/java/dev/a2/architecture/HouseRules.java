package dev.a2.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.a2.architecture.Part.CLI;
import static dev.a2.architecture.Part.CORE;
import static dev.a2.architecture.Part.EXAMPLES;
import static dev.a2.architecture.Part.KERNEL;
import static dev.a2.architecture.Part.MEMORY;
import static dev.a2.architecture.Part.REDIS;
import static dev.a2.architecture.Part.REPLAY;
import static dev.a2.architecture.Part.RUNTIME;
import static dev.a2.architecture.Part.SERVER;
import static dev.a2.architecture.Part.SIMULATION;
import static dev.a2.architecture.Part.SQL;
import static dev.a2.architecture.Part.TCK;
import static dev.a2.architecture.Part.TESTKIT;
import static dev.a2.architecture.Part.TESTSERVERS;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * What the modules may know of each other, and what must come into them from outside.
 *
 * @param root the package that holds all parts
 */
record HouseRules(String root) {
    /** The one class of the runtime that may ask the machine for time, threads and randomness. */
    private static final String AUTHORITY = "SystemPlatform";

    private static final Set<String> SECRET_PACKAGES = Set.of("server.access", "server.token");

    /** They compare names of hosts, origins, sessions and event types, and are never given a token. */
    private static final Set<String> NEVER_SEE_TOKENS =
            Set.of("Authority", "KnownHosts", "Origins", "Gatekeeper", "Caller", "SessionGrant");

    /**
     * A rule and the planted class that breaks it.
     *
     * @param culprit class name below the root
     */
    record HouseRule(ArchRule rule, String culprit) {}

    List<HouseRule> all() {
        return List.of(
                mayKnow(CORE, Set.of(), "store.CoreKnowsRuntime"),
                mayKnow(KERNEL, Set.of(CORE), "store.kernel.KernelKnowsMemory"),
                mayKnow(MEMORY, Set.of(CORE, KERNEL), "store.memory.MemoryKnowsSql"),
                mayKnow(SQL, Set.of(CORE, KERNEL), "store.sql.SqlKnowsRuntime"),
                mayKnow(REDIS, Set.of(CORE), "store.redis.RedisKnowsSql"),
                mayKnow(TESTSERVERS, Set.of(), "testservers.ServersKnowRuntime"),
                mayKnow(REPLAY, Set.of(CORE), "replay.ReplayKnowsKernel"),
                mayKnow(TCK, Set.of(CORE, REPLAY), "tck.TckKnowsMemory"),
                mayKnow(RUNTIME, Set.of(CORE), "RuntimeKnowsKernel"),
                mayKnow(TESTKIT, Set.of(CORE, RUNTIME, MEMORY), "testkit.TestkitKnowsSql"),
                mayKnow(SIMULATION, Set.of(CORE, RUNTIME, MEMORY), "simulation.SimulationKnowsTck"),
                mayKnow(EXAMPLES, Set.of(CORE, RUNTIME, MEMORY, SQL), "examples.ExamplesKnowTck"),
                mayKnow(SERVER, Set.of(CORE, RUNTIME), "server.ServerKnowsSql"),
                mayKnow(
                        CLI,
                        Set.of(CORE, KERNEL, MEMORY, SQL, REDIS, REPLAY, RUNTIME, SIMULATION, EXAMPLES, SERVER),
                        "cli.CliKnowsTestkit"),
                mayNot(RUNTIME, Machine.CLOCK, "RuntimeReadsClock"),
                mayNot(RUNTIME, Machine.THREADS, "RuntimeStartsThreads"),
                mayNot(RUNTIME, Machine.RANDOMNESS, "RuntimeRollsDice"),
                mayNot(KERNEL, Machine.CLOCK, "store.kernel.KernelReadsClock"),
                mayNot(KERNEL, Machine.RANDOMNESS, "store.kernel.KernelRollsDice"),
                mayNot(CORE, Machine.ORDER, "store.CoreShuffles"),
                mayNot(KERNEL, Machine.ORDER, "store.kernel.KernelShuffles"),
                mayNot(MEMORY, Machine.ORDER, "store.memory.MemoryShuffles"),
                mayNot(RUNTIME, Machine.ORDER, "RuntimeShuffles"),
                secretsAreComparedInConstantTime("server.access.AccessComparesByteByByte"));
    }

    /** A comparison that ends at the first difference tells how much of a guess is right (F67). */
    private HouseRule secretsAreComparedInConstantTime(String culprit) {
        return new HouseRule(
                noClasses()
                        .that(describe("may see tokens", this::maySeeTokens))
                        .should()
                        .accessTargetWhere(Machine.EARLY_ENDS.access())
                        .as("what may see tokens compares by MessageDigest.isEqual only")
                        .because("a comparison that ends early tells a stranger how much of a guess was right"),
                culprit);
    }

    private boolean maySeeTokens(JavaClass type) {
        boolean isNear = SECRET_PACKAGES.contains(type.getPackageName()
                .substring(Math.min(root.length() + 1, type.getPackageName().length())));
        return isNear && !NEVER_SEE_TOKENS.contains(outermost(type).getSimpleName());
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(HouseRules::outermost).orElse(type);
    }

    private HouseRule mayKnow(Part part, Set<Part> known, String culprit) {
        DescribedPredicate<JavaClass> others = describe(
                "another part",
                type -> Part.of(type, root)
                        .filter(other -> other != part && !known.contains(other))
                        .isPresent());
        String allowed = known.isEmpty() ? "no other part" : "only " + sorted(known);
        return new HouseRule(
                noClasses()
                        .that(belongTo(part))
                        .should()
                        .dependOnClassesThat(others)
                        .as(part + " knows " + allowed),
                culprit);
    }

    private HouseRule mayNot(Part part, Machine use, String culprit) {
        return new HouseRule(
                noClasses()
                        .that(belongTo(part))
                        .and(describe("are not the authority", type -> !isAuthority(type)))
                        .should()
                        .accessTargetWhere(use.access())
                        .as(part + " does not " + use)
                        .because("time, ids, order and scheduling come from outside, so that tests own them"),
                culprit);
    }

    private DescribedPredicate<JavaClass> belongTo(Part part) {
        return describe(
                "belong to " + part,
                type -> Part.of(type, root).filter(part::equals).isPresent());
    }

    private boolean isAuthority(JavaClass type) {
        String name = root + "." + AUTHORITY;
        return type.getName().equals(name) || type.getName().startsWith(name + "$");
    }

    private static List<Part> sorted(Set<Part> parts) {
        return Arrays.stream(Part.values()).filter(parts::contains).toList();
    }
}
