-- The ledger of schema files that were run, made if there is none.
CREATE TABLE IF NOT EXISTS schema_versions (
    version INTEGER PRIMARY KEY,
    file TEXT NOT NULL,
    checksum TEXT NOT NULL,
    applied_at_ms BIGINT NOT NULL
)
