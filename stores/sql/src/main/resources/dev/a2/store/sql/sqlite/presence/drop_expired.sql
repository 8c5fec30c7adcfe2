-- Deletes a session's values that expired by now.
-- :session_id, :now_ms
DELETE FROM presence WHERE session_id = :session_id AND expires_ms <= :now_ms
