/** Who calls, and what they may do (SRV-6 to SRV-8). Start reading at {@link dev.a2.server.access.Gatekeeper}. */
@NullMarked
package dev.a2.server.access;

import org.jspecify.annotations.NullMarked;
