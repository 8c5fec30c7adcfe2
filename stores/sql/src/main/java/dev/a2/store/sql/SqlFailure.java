package dev.a2.store.sql;

import java.sql.SQLException;

/** Carries a driver's exception out to where it is known what it means; never seen outside this package. */
final class SqlFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final SQLException reason;

    SqlFailure(SQLException reason) {
        super(reason);
        this.reason = reason;
    }

    SQLException reason() {
        return reason;
    }
}
