-- Sessions after one, by id (RD-8). A session has a row from its first event on.
-- :from, :limit
SELECT s.session_id, s.marker,
    coalesce((SELECT max(e.event_index) FROM events e WHERE e.session_key = s.session_key), 0) AS frontier
FROM sessions s
WHERE s.session_id > :from
ORDER BY s.session_id
LIMIT :limit
