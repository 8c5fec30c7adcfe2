package dev.a2.store.sql.jdbc;

import dev.a2.store.ErrorCode;
import dev.a2.store.StoreException;
import dev.a2.store.StoreException.Effect;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The failures of one database that mean the same whatever its kind, in the same words. */
public abstract class StoreFailures {
    private final String where;

    /**
     * Failures of one database.
     *
     * @param where its name, without secrets; messages begin with it
     */
    protected StoreFailures(String where) {
        this.where = where;
    }

    /** The database's name, without secrets. */
    protected final String where() {
        return where;
    }

    /** The database cannot be used at the moment; the message says what became of the call. */
    public final StoreException unavailable(Effect effect, String what, @Nullable Throwable cause) {
        String outcome = effect == Effect.NOT_APPLIED
                ? "; nothing was written"
                : "; whether this call was carried out is unknown, repeating it is safe";
        return new StoreException(ErrorCode.STORE_UNAVAILABLE, effect, said(what, cause) + outcome, cause);
    }

    /** Somebody has to change something before this database can be used. */
    public final StoreException notConfigured(String what, @Nullable Throwable cause) {
        return new StoreException(ErrorCode.STORE_NOT_CONFIGURED, Effect.NOT_APPLIED, said(what, cause), cause);
    }

    private String said(String what, @Nullable Throwable cause) {
        return where + " " + what + (cause == null ? "" : " (" + cause.getMessage() + ")");
    }

    /** The store was closed before the call. */
    public final StoreException closed() {
        return unavailable(Effect.NOT_APPLIED, "was closed here; open the store again", null);
    }

    /** The call waited in vain before it reached the database. */
    public final StoreException waited(Duration limit, String forWhat) {
        return unavailable(
                Effect.NOT_APPLIED,
                "kept this call waiting for " + forWhat + " longer than " + limit.toMillis() + " ms",
                null);
    }

    /** The caller's thread was interrupted before the call reached the database. */
    public final StoreException interrupted() {
        return unavailable(
                Effect.NOT_APPLIED, "was left by its caller, whose thread was interrupted while it waited", null);
    }
}
