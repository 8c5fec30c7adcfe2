-- Opens a transaction that only reads, as of one moment. READ WRITE all the same: a standby, which may lag, refuses it.
BEGIN ISOLATION LEVEL REPEATABLE READ READ WRITE
