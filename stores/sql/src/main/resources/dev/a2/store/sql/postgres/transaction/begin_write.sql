-- Opens a transaction that writes, whatever isolation the database has as its default: each statement sees what was
-- committed before it, so what follows the lock of the session's row sees all that its former holders did.
BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE
