-- Moves the write-ahead log into the database and cuts it to nothing; waits for readers up to the busy limit.
PRAGMA wal_checkpoint(TRUNCATE)
