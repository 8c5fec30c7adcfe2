/** A store in a SQL database. */
module dev.a2.store.sql {
    requires transitive dev.a2.core;
    requires dev.a2.store.kernel;
    requires com.zaxxer.hikari;
    requires transitive java.sql;
    requires static org.jspecify;
    requires org.postgresql.jdbc;
    requires org.xerial.sqlitejdbc;

    exports dev.a2.store.sql.postgres;
    exports dev.a2.store.sql.sqlite;
}
