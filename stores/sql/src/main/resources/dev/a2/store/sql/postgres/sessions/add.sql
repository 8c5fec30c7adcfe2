-- A session's row. Fails when another transaction has just added it.
-- :session_id
INSERT INTO sessions (session_id) VALUES (:session_id) RETURNING session_key
