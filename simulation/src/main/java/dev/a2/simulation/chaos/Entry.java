package dev.a2.simulation.chaos;

import java.util.Arrays;

/**
 * A line of a chronicle.
 *
 * @param ms when, by the machine's clock, which all chronicles of a run share
 * @param who the process, such as {@code 2.5}: the fifth start of worker 2
 */
record Entry(long ms, String who, Fact fact) {
    String line() {
        return ms + " " + who + " " + fact.words() + "\n";
    }

    static Entry of(String line) {
        String[] words = line.split(" ", -1);
        return new Entry(Long.parseLong(words[0]), words[1], Fact.of(Arrays.copyOfRange(words, 2, words.length)));
    }

    @Override
    public String toString() {
        return line().strip();
    }
}
