-- Moves the write-ahead log into the database and lets it start over; waits for readers up to the busy limit.
PRAGMA wal_checkpoint(RESTART)
