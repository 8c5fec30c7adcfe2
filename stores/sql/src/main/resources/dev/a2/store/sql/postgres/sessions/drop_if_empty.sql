-- Deletes the row of a session that has neither events nor presence.
-- :session_key
DELETE FROM sessions s
WHERE s.session_key = :session_key AND s.frontier = 0
    AND NOT EXISTS (SELECT 1 FROM presence p WHERE p.session_key = s.session_key)
