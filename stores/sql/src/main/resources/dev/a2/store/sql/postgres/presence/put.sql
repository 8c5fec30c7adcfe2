-- Adds or replaces values, all as one change.
-- :session_key, :participant, :field, :value, :seen, :at_ms, :expires_ms, :writer
WITH change AS MATERIALIZED (SELECT nextval('presence_changes') AS number)
INSERT INTO presence (session_key, participant, field, value, seen, at_ms, expires_ms, change_number, writer)
SELECT :session_key, new.*, change.number, :writer
FROM unnest(
    :participant::text[], :field::text[], :value::text[], :seen::bigint[], :at_ms::bigint[], :expires_ms::bigint[])
    AS new, change
ON CONFLICT (session_key, participant, field)
DO UPDATE SET
    seen = excluded.seen, at_ms = excluded.at_ms, expires_ms = excluded.expires_ms,
    change_number = excluded.change_number, writer = excluded.writer, value = excluded.value
RETURNING change_number
