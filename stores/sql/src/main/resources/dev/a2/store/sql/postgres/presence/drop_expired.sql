-- Deletes a session's values that expired by the transaction's now.
-- :session_key
DELETE FROM presence WHERE session_key = :session_key AND expires_ms <= current_setting('a2.now_ms')::bigint
