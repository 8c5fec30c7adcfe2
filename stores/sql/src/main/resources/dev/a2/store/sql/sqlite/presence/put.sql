-- Adds or replaces one value.
-- :session_id, :participant, :field, :value, :seen, :at_ms, :expires_ms, :change_number, :writer
INSERT INTO presence (session_id, participant, field, seen, at_ms, expires_ms, change_number, writer, value)
VALUES (:session_id, :participant, :field, :seen, :at_ms, :expires_ms, :change_number, :writer, :value)
ON CONFLICT (session_id, participant, field)
DO UPDATE SET
    seen = excluded.seen, at_ms = excluded.at_ms, expires_ms = excluded.expires_ms,
    change_number = excluded.change_number, writer = excluded.writer, value = excluded.value
