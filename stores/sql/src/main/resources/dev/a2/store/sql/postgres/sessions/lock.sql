-- A session's own row, locked until the transaction ends.
-- :session_id
SELECT session_key, frontier, marker, unnamed_marker
FROM sessions
WHERE session_id = :session_id
FOR NO KEY UPDATE
