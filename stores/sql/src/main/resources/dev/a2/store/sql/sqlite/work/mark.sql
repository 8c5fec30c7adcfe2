-- A consumer's mark is due no later than then (WRK-1). A mark that is due earlier is not written again.
-- :session_id, :consumer, :due_ms
INSERT INTO work_marks (session_id, consumer, due_ms) VALUES (:session_id, :consumer, :due_ms)
ON CONFLICT (session_id, consumer) DO UPDATE SET due_ms = excluded.due_ms WHERE work_marks.due_ms > excluded.due_ms
