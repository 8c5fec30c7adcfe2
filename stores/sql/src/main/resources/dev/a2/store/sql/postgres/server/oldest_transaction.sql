-- How long the oldest transaction of this database has been open, in seconds.
SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0)::bigint AS seconds
FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
