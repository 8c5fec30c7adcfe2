-- How the file is kept whole: "wal" where a store has opened it.
PRAGMA journal_mode
