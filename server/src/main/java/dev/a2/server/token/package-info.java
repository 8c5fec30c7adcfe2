/**
 * Session tokens: what a page in a browser holds instead of an API token (SRV-7). Backends in Java make them with
 * {@link dev.a2.server.token.SessionTokens}, others with any library for JSON Web Tokens. Everything here may be used by many
 * threads.
 */
@NullMarked
package dev.a2.server.token;

import org.jspecify.annotations.NullMarked;
