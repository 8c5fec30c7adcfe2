/** What the server serves: a store, and the contracts that run on it. */
@NullMarked
package dev.a2.server.engine;

import org.jspecify.annotations.NullMarked;
