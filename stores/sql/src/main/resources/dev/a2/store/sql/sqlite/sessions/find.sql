-- A session's own row, and its frontier.
-- :session_id
SELECT s.session_key, s.marker, s.unnamed_marker,
    coalesce((SELECT max(e.event_index) FROM events e WHERE e.session_key = s.session_key), 0) AS frontier
FROM sessions s
WHERE s.session_id = :session_id
