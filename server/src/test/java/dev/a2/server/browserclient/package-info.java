/** The browser client's own tests, run by node, also against a real server. */
@NullMarked
package dev.a2.server.browserclient;

import org.jspecify.annotations.NullMarked;
