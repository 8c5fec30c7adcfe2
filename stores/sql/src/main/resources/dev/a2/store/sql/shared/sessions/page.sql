-- Sessions after one, by id (RD-8). A session has a row from its first event on.
-- :from, :limit
SELECT session_id, frontier, marker FROM sessions WHERE session_id > :from ORDER BY session_id LIMIT :limit
