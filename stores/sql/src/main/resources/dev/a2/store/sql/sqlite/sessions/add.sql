-- A session's row, with its first event.
-- :session_id
INSERT INTO sessions (session_id) VALUES (:session_id) RETURNING session_key
