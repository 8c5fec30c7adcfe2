/**
 * The kernel over JDBC on Postgres. Start with {@link dev.a2.store.sql.postgres.PostgresStore}; then {@code PostgresSession},
 * the row interface over one transaction, and {@code Trip}, the statements that go to the server together. Any thread may
 * enter.
 */
@NullMarked
package dev.a2.store.sql.postgres;

import org.jspecify.annotations.NullMarked;
