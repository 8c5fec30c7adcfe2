package dev.a2.architecture.planted;

import java.security.SecureRandom;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

final class RuntimeRollsDice {
    private RuntimeRollsDice() {}

    static UUID uuid() {
        return UUID.randomUUID();
    }

    static Supplier<UUID> uuidByReference() {
        return UUID::randomUUID;
    }

    static double math() {
        return Math.random();
    }

    static Random random() {
        return new Random();
    }

    static SplittableRandom splittable() {
        return new SplittableRandom();
    }

    static int local() {
        return ThreadLocalRandom.current().nextInt();
    }

    static Random secure() {
        return new SecureRandom();
    }

    static RandomGenerator generator() {
        return RandomGenerator.getDefault();
    }
}
