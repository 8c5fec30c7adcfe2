/**
 * The kernel over JDBC on SQLite. Start with {@link dev.a2.store.sql.sqlite.SqliteStore}, the embedded default; then
 * {@code SqlRows}, the row interface over one transaction, and {@code GroupWriter}, which many callers share. Any thread
 * may enter.
 */
@NullMarked
package dev.a2.store.sql.sqlite;

import org.jspecify.annotations.NullMarked;
