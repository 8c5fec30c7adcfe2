-- A session's row, if there is none; waits for another transaction that adds it.
-- :session_id
INSERT INTO sessions (session_id)
SELECT :session_id WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE session_id = :session_id)
ON CONFLICT (session_id) DO NOTHING
