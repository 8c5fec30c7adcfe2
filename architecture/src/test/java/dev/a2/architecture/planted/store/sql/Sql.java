package dev.a2.architecture.planted.store.sql;

/** Stands for any class of its part. */
public final class Sql {
    private Sql() {}
}
