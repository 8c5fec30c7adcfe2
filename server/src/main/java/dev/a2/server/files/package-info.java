/** The console and the browser client as files, each at a path of its own. */
@NullMarked
package dev.a2.server.files;

import org.jspecify.annotations.NullMarked;
