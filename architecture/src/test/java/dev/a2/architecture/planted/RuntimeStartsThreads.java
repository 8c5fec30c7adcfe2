package dev.a2.architecture.planted;

import java.util.List;
import java.util.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

final class RuntimeStartsThreads {
    private RuntimeStartsThreads() {}

    static Thread make(Runnable work) {
        return new Thread(work);
    }

    static void start(Thread thread) {
        thread.start();
    }

    static Thread virtual(Runnable work) {
        return Thread.startVirtualThread(work);
    }

    static Thread.Builder builder() {
        return Thread.ofPlatform();
    }

    static void sleep() throws InterruptedException {
        Thread.sleep(1);
    }

    static void sleepByUnit() throws InterruptedException {
        TimeUnit.SECONDS.sleep(1);
    }

    static ExecutorService executor() {
        return Executors.newVirtualThreadPerTaskExecutor();
    }

    static ForkJoinPool pool() {
        return ForkJoinPool.commonPool();
    }

    static CompletableFuture<Void> run(Runnable work) {
        return CompletableFuture.runAsync(work);
    }

    static CompletableFuture<Integer> then(CompletableFuture<Integer> first) {
        return first.thenApplyAsync(n -> n + 1);
    }

    static CompletableFuture<Integer> timed(CompletableFuture<Integer> future) {
        return future.orTimeout(1, TimeUnit.SECONDS);
    }

    static Timer timer() {
        return new Timer();
    }

    static Stream<Integer> parallel(List<Integer> numbers) {
        return numbers.parallelStream();
    }
}
