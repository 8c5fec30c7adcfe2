/**
 * Work for consumers in any language: heads are found across sessions and handed to whoever asks, and attempts are ended, with the
 * fences of the store. Start reading at {@link dev.a2.server.work.WorkDesk}. Any thread may call what is public here.
 */
@NullMarked
package dev.a2.server.work;

import org.jspecify.annotations.NullMarked;
