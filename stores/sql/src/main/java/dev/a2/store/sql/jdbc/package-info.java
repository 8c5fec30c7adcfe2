/** What all databases share: statements in files, rows by column name, schema files and the ledger of them. */
@NullMarked
package dev.a2.store.sql.jdbc;

import org.jspecify.annotations.NullMarked;
