-- A session's row, with its first event.
-- :session_id, :frontier, :marker
INSERT INTO sessions (session_id, frontier, marker) VALUES (:session_id, :frontier, :marker)
RETURNING session_key
