package dev.a2.store.sql.jdbc;

/** A statement of one database's code, in a file of its own; implemented by an enum. */
public interface SqlFile {
    /** The file's path below its folder, without the ending. */
    String path();
}
