-- Deletes a session's events through an index.
-- :session_key, :through
DELETE FROM events WHERE session_key = :session_key AND event_index <= :through
