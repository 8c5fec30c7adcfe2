/** How a server is set up: values that check themselves. Start reading at {@link dev.a2.server.config.ServerOptions}. */
@NullMarked
package dev.a2.server.config;

import org.jspecify.annotations.NullMarked;
