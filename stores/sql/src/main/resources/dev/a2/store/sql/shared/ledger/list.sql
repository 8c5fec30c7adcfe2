-- The schema files that were run, in order.
SELECT version, file, checksum FROM schema_versions ORDER BY version
