/**
 * Live feeds as server-sent events (SRV-2, SRV-3). Start reading at {@link dev.a2.server.feed.Feeds}.
 *
 * <p>All feeds of one session share a {@code SessionChannel}: one reader of the log, whose frames are encoded once. A
 * subscriber is a thread that writes and a place in the log; what it has not written yet lies in the channel, not with it.
 */
@NullMarked
package dev.a2.server.feed;

import org.jspecify.annotations.NullMarked;
