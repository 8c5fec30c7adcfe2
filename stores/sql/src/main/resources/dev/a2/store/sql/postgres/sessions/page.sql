-- Sessions with events after one, by id (RD-8).
-- :from, :limit
SELECT session_id, frontier, marker FROM sessions
WHERE session_id > :from AND frontier > 0
ORDER BY session_id
LIMIT :limit
