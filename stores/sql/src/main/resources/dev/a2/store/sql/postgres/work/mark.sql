-- Consumers' marks are due no later than then (WRK-1). A mark that is due earlier is not written again.
-- :session_id, :consumer, :due_ms
INSERT INTO work_marks (session_id, consumer, due_ms)
SELECT :session_id, new.* FROM unnest(:consumer::text[], :due_ms::bigint[]) AS new
ON CONFLICT (session_id, consumer) DO UPDATE SET due_ms = excluded.due_ms WHERE work_marks.due_ms > excluded.due_ms
