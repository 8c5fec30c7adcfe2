-- When a consumer's first mark that is not due yet will be.
-- :consumer, :now_ms
SELECT min(due_ms) AS due_ms FROM work_marks WHERE consumer = :consumer AND due_ms > :now_ms
