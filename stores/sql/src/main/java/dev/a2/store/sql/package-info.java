/** The kernel over JDBC; SQLite is the embedded default. */
@NullMarked
package dev.a2.store.sql;

import org.jspecify.annotations.NullMarked;
