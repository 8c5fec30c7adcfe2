/** Tests that need several modules at once: the runtime and the server on each store. */
@NullMarked
package dev.a2.integration;

import org.jspecify.annotations.NullMarked;
