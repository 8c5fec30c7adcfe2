/**
 * The server: A2 for browsers, and for people who do not write Java. Start reading at {@link dev.a2.server.A2Server}. Any
 * thread may call what is public here.
 */
@NullMarked
package dev.a2.server;

import org.jspecify.annotations.NullMarked;
