-- A session's own row.
-- :session_id
SELECT session_key, frontier, marker, unnamed_marker FROM sessions WHERE session_id = :session_id
