/** The console in a real browser, against the real server. Start reading at {@code ConsoleTest}. */
@NullMarked
package dev.a2.server.browser;

import org.jspecify.annotations.NullMarked;
