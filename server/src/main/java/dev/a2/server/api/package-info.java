/** The paths of the interface and what is done there. Start reading at {@link dev.a2.server.api.Router}. */
@NullMarked
package dev.a2.server.api;

import org.jspecify.annotations.NullMarked;
