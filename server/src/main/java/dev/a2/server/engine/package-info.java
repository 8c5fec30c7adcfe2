/** What the server serves: a store, and the contract that runs on it. */
@NullMarked
package dev.a2.server.engine;

import org.jspecify.annotations.NullMarked;
