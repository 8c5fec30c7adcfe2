-- Deletes a session's head rows through an index.
-- :session_key, :through
DELETE FROM heads WHERE session_key = :session_key AND event_index <= :through
