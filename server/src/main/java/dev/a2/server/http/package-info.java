/**
 * The thin port to HTTP: a request comes in, an endpoint answers it. Only {@link dev.a2.server.http.HttpFront} knows the web
 * server library. Endpoints are called on a virtual thread each, and may block.
 */
@NullMarked
package dev.a2.server.http;

import org.jspecify.annotations.NullMarked;
