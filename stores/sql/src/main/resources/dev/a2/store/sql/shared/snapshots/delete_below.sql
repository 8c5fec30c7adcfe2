-- Deletes a session's snapshots below an index.
-- :session_key, :below
DELETE FROM snapshots WHERE session_key = :session_key AND event_index < :below
