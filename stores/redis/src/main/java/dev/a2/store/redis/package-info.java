/**
 * Sessions in Redis, in the layout that {@code docs/reference/redis-layout.md} fixes to the byte. Start at
 * {@link dev.a2.store.redis.RedisStore}; what happens to a session is decided by the scripts beside these classes
 * ({@code lua/append.lua} and its neighbours), one atomic step each. {@code Commands} is all that the operations know of a
 * server; {@code Lane} shares one connection among many threads.
 */
@NullMarked
package dev.a2.store.redis;

import org.jspecify.annotations.NullMarked;
