-- A consumer's marks that are due, earliest first.
-- :consumer, :now_ms, :limit
SELECT session_id, consumer, due_ms FROM work_marks
WHERE consumer = :consumer AND due_ms <= :now_ms
ORDER BY due_ms, session_id
LIMIT :limit
