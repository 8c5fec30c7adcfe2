-- Notes a schema file that was run.
-- :version, :file, :checksum, :applied_at_ms
INSERT INTO schema_versions (version, file, checksum, applied_at_ms)
VALUES (:version, :file, :checksum, :applied_at_ms)
