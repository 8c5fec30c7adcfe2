-- A number that changes when another connection has written, and only then.
PRAGMA data_version
