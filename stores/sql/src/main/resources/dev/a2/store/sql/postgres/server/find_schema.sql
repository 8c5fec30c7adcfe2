-- Whether the schema exists, and whether it holds a ledger.
-- :schema
SELECT (SELECT count(*) FROM pg_namespace WHERE nspname = :schema) AS found,
    (SELECT count(*) FROM pg_tables WHERE schemaname = :schema AND tablename = 'schema_versions') AS ledgers
