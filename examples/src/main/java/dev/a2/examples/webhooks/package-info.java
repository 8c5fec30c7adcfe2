/**
 * A GitHub app: takes webhook deliveries, keeps the state of issues, pull requests and repositories, notifies people and
 * keeps an audit. Begin with {@link dev.a2.examples.webhooks.Webhooks}.
 */
@NullMarked
package dev.a2.examples.webhooks;

import org.jspecify.annotations.NullMarked;
