-- Marks of the sessions after one, by session (WRK-4).
-- :from, :limit
SELECT session_id, consumer, due_ms FROM work_marks
WHERE session_id > :from
ORDER BY session_id, consumer
LIMIT :limit
