/**
 * Real servers as local processes on free ports, to be killed, stopped and started again; start at {@link
 * dev.a2.testservers.RedisServer} or {@link dev.a2.testservers.PostgresServer}. For tests and benchmarks only: the product never depends on it. A server belongs to the thread
 * that started it, unless a method says otherwise.
 */
@NullMarked
package dev.a2.testservers;

import org.jspecify.annotations.NullMarked;
