/**
 * JSON as the engine carries it: {@link dev.a2.codec.Json}, validated text that is stored, published and sent as it
 * came in, and {@link dev.a2.codec.Codec}, which turns it into objects where somebody wants them. Everything here is
 * immutable and free to share between threads.
 */
@NullMarked
package dev.a2.codec;

import org.jspecify.annotations.NullMarked;
