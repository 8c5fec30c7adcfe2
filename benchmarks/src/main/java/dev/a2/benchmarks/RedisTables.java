package dev.a2.benchmarks;

import java.util.List;
import java.util.Locale;

/** Prints what {@link RedisRates} measured. */
final class RedisTables {
    private RedisTables() {}

    static void print(Taken taken) {
        operations(taken);
        lives(taken);
        if (taken.has("peer add", 1)) {
            peer(taken);
        } else {
            print("%nBullMQ is skipped: run `npm ci` in benchmarks/peers/bullmq, and have node.");
        }
    }

    private static void operations(Taken taken) {
        print("| callers | operation | per second min/med/max | minimal script, per second | ratio"
                + " | server us a call | minimal | ratio |");
        print("|---|---|---|---|---|---|---|---|");
        for (int callers : RedisRates.CALLERS) {
            for (String what : List.of("append", "claim", "complete")) {
                print(
                        "| %d | %s | %s | %s | %.2f | %.1f | %.1f | %.2f |",
                        callers,
                        what,
                        taken.all(what, callers),
                        taken.all("min " + what, callers),
                        taken.ratio(what, "min " + what, callers),
                        taken.median(what + " us", callers),
                        taken.median("min " + what + " us", callers),
                        taken.ratio("min " + what + " us", what + " us", callers));
            }
        }
    }

    private static void lives(Taken taken) {
        print("%n| callers | append to raw XADD | life, bare store | to minimal life | life, runtime | to minimal life"
                + " | to XADD, XREADGROUP, XACK | all in one session |");
        print("|---|---|---|---|---|---|---|---|");
        for (int callers : RedisRates.CALLERS) {
            print(
                    "| %d | %.2f | %s | %.2f | %s | %.2f | %.2f | %s |",
                    callers,
                    taken.ratio("append", "xadd", callers),
                    taken.all("life", callers),
                    taken.ratio("life", "min life", callers),
                    taken.all("runtime", callers),
                    taken.ratio("runtime", "min life", callers),
                    taken.ratio("runtime", "raw life", callers),
                    taken.all("contended", callers));
        }
    }

    private static void peer(Taken taken) {
        print("%n| callers | what | A2 min/med/max | BullMQ min/med/max | ratio |");
        print("|---|---|---|---|---|");
        for (int callers : RedisRates.CALLERS) {
            peer(taken, callers, "appends, or additions, per second", "append", "peer add");
            peer(taken, callers, "the client's processor time for one, us", "append cpu", "peer add cpu");
            peer(taken, callers, "waiting events handled per second", "drain", "peer process");
            peer(taken, callers, "whole lives per second", "runtime", "peer life");
        }
        peer(taken, 1, "from an append to its handler's start, us", "start", "peer start");
        print("%nA PING after half a millisecond's pause takes %s us.", taken.all("ping", 1));
        print("%nAn append reaches a feed of another process's store after %s us.", taken.all("wake-up", 1));
    }

    private static void peer(Taken taken, int callers, String what, String ours, String theirs) {
        print(
                "| %d | %s | %s | %s | %.2f |",
                callers,
                what,
                taken.all(ours, callers),
                taken.all(theirs, callers),
                taken.ratio(ours, theirs, callers));
    }

    private static void print(String format, Object... values) {
        System.out.printf(Locale.ROOT, format + "%n", values);
    }
}
