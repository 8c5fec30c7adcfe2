package dev.a2.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.nio.Buffer;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collection;
import java.util.Date;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.BaseStream;
import java.util.stream.Collectors;

/** Calls that some code must not make: mostly ways to ask the machine for what a test wants to decide. Calls and method references count alike. */
enum Machine {
    CLOCK("read the clock") {
        @Override
        boolean isAskedBy(CodeUnitAccessTarget target) {
            return on(target, System.class, "currentTimeMillis", "nanoTime")
                    || (on(target, Clock.class) && target.getName().matches("system.*|tick(Millis|Seconds|Minutes)"))
                    || on(target, InstantSource.class, "system")
                    || on(target, Calendar.class, "getInstance")
                    || (on(target, Date.class, NEW) && takesNothing(target))
                    // now() and now(zone), but not now(clock)
                    || (target.getOwner().getPackageName().startsWith("java.time")
                            && target.getName().equals("now")
                            && !takes(target, Clock.class));
        }
    },

    THREADS("start threads or sleep") {
        @Override
        boolean isAskedBy(CodeUnitAccessTarget target) {
            return on(target, Thread.class, NEW, "start", "startVirtualThread", "ofVirtual", "ofPlatform", "sleep")
                    || on(target, TimeUnit.class, "sleep")
                    || on(target, Executors.class)
                    || on(target, ThreadPoolExecutor.class, NEW)
                    || on(target, ForkJoinPool.class, NEW, "commonPool")
                    || on(target, Timer.class, NEW)
                    || on(target, Collection.class, "parallelStream")
                    || on(target, BaseStream.class, "parallel")
                    || on(target, CompletableFuture.class, "orTimeout", "completeOnTimeout", "delayedExecutor")
                    || (on(target, CompletableFuture.class)
                            && target.getName().endsWith("Async")
                            && !takes(target, Executor.class));
        }
    },

    RANDOMNESS("roll dice") {
        @Override
        boolean isAskedBy(CodeUnitAccessTarget target) {
            return on(target, UUID.class, "randomUUID")
                    || on(target, Math.class, "random")
                    || on(target, StrictMath.class, "random")
                    // a generator made from a seed is welcome
                    || (on(target, Random.class, NEW) && takesNothing(target))
                    || (on(target, SplittableRandom.class, NEW) && takesNothing(target))
                    || on(target, ThreadLocalRandom.class, "current")
                    || on(target, SecureRandom.class, NEW, "getInstance", "getInstanceStrong")
                    || on(target, RandomGenerator.class, "getDefault", "of")
                    || on(target, RandomGeneratorFactory.class);
        }
    },

    ORDER("let each run have another order") {
        @Override
        boolean isAskedBy(CodeUnitAccessTarget target) {
            // what the collection factories of the JDK make of several elements is salted
            return on(target, Set.class, "copyOf")
                    || on(target, Map.class, "copyOf", "ofEntries")
                    || (on(target, Set.class, "of") && takesMoreThan(target, 1))
                    || (on(target, Map.class, "of") && takesMoreThan(target, 2))
                    || on(target, Collectors.class, "toUnmodifiableSet", "toUnmodifiableMap")
                    || on(target, IdentityHashMap.class, NEW)
                    || on(target, System.class, "identityHashCode");
        }
    },

    EARLY_ENDS("compare in a time that tells where the difference is") {
        @Override
        boolean isAskedBy(CodeUnitAccessTarget target) {
            return on(
                            target,
                            String.class,
                            "equals",
                            "equalsIgnoreCase",
                            "contentEquals",
                            "compareTo",
                            "compareToIgnoreCase",
                            "regionMatches",
                            "startsWith",
                            "endsWith")
                    || on(target, Arrays.class, "equals", "deepEquals", "compare", "mismatch")
                    || on(target, Objects.class, "equals", "deepEquals", "compare")
                    || on(target, Buffer.class, "equals", "compareTo", "mismatch")
                    || on(target, Map.class, "get", "getOrDefault", "containsKey", "containsValue");
        }
    };

    private static final String NEW = "<init>";

    private final String words;

    Machine(String words) {
        this.words = words;
    }

    abstract boolean isAskedBy(CodeUnitAccessTarget target);

    DescribedPredicate<JavaAccess<?>> access() {
        return describe(words, access -> {
            AccessTarget target = access.getTarget();
            return target instanceof CodeUnitAccessTarget unit && isAskedBy(unit);
        });
    }

    @Override
    public String toString() {
        return words;
    }

    /** Whether the target is a member of the type or a subtype; of any name if none is given. */
    private static boolean on(CodeUnitAccessTarget target, Class<?> type, String... names) {
        return target.getOwner().isAssignableTo(type)
                && (names.length == 0 || Set.of(names).contains(target.getName()));
    }

    private static boolean takes(CodeUnitAccessTarget target, Class<?> type) {
        return target.getRawParameterTypes().stream().anyMatch(parameter -> parameter.isAssignableTo(type));
    }

    private static boolean takesMoreThan(CodeUnitAccessTarget target, int parameters) {
        return target.getRawParameterTypes().size() > parameters
                || target.getRawParameterTypes().stream().anyMatch(JavaClass::isArray);
    }

    private static boolean takesNothing(CodeUnitAccessTarget target) {
        return target.getRawParameterTypes().isEmpty();
    }
}
