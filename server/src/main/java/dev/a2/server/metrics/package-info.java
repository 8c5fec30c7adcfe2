/** What the server counts and measures, for Prometheus. */
@NullMarked
package dev.a2.server.metrics;

import org.jspecify.annotations.NullMarked;
