-- Sets the transaction's now: the server's, unless one is given. Behind the session's lock, so that it is not older than
-- the wait for it.
-- :now_ms
SELECT set_config(
    'a2.now_ms', coalesce(:now_ms, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint)::text, true) AS now_ms
