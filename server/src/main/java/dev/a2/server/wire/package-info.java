/** What stands on the wire: the contract's values as JSON, and JSON as the contract's values. */
@NullMarked
package dev.a2.server.wire;

import org.jspecify.annotations.NullMarked;
