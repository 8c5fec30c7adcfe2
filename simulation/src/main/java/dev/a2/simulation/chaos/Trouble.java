package dev.a2.simulation.chaos;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * What befalls a fleet from outside, again and again: cut connections, a server that dies.
 *
 * @param most the longest time between two strikes
 */
public record Trouble(Duration most, Strike strike) {
    /** One strike; all is well again when it returns. */
    @FunctionalInterface
    public interface Strike {
        /** Strikes. */
        void strike(RandomGenerator chance, Server server) throws Exception;
    }

    /** Takes down what happens to the server of a store. */
    public interface Server {
        /** It is about to go. */
        void goes();

        /** It answers again. */
        void isBack();
    }
}
