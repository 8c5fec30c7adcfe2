package dev.a2.store.sql.jdbc;

import java.sql.SQLException;

/** Carries a driver's exception out to where it is known what it means; never seen outside this module. */
public final class SqlFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final SQLException reason;

    /** Wraps the driver's exception. */
    public SqlFailure(SQLException reason) {
        super(reason);
        this.reason = reason;
    }

    /** The driver's exception. */
    public SQLException reason() {
        return reason;
    }
}
