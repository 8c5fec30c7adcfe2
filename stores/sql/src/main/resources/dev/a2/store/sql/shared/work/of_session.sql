-- A session's marks.
-- :session_id
SELECT session_id, consumer, due_ms FROM work_marks WHERE session_id = :session_id ORDER BY consumer
