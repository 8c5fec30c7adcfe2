/**
 * The kernel over JDBC. Start with {@link dev.a2.store.sql.SqliteStore}, the embedded default; then {@code SqlRows}, the
 * row interface over one transaction, and {@code GroupWriter}, which many callers share. Any thread may enter. What is
 * named {@code Sqlite…} knows that database, and so do the statements below {@code sqlite}; the rest is for any.
 */
@NullMarked
package dev.a2.store.sql;

import org.jspecify.annotations.NullMarked;
