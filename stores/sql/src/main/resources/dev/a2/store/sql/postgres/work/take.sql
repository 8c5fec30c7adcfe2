-- Takes due marks of some consumers, earliest first, and moves them to the end of a lease (WRK-2). A last row, without a
-- session, tells when the next mark that was not taken is due. Marks that another transaction holds are left to it.
-- :consumer, :limit, :lease_ms
WITH due AS MATERIALIZED (
    SELECT m.*
    FROM unnest(:consumer::text[]) AS wanted (consumer)
    CROSS JOIN LATERAL (
        SELECT session_id, consumer, due_ms FROM work_marks
        WHERE consumer = wanted.consumer AND due_ms <= current_setting('a2.now_ms')::bigint
        ORDER BY due_ms, session_id
        LIMIT :limit
        FOR UPDATE SKIP LOCKED) AS m
    ORDER BY m.due_ms, m.session_id, m.consumer
    LIMIT :limit),
taken AS (
    INSERT INTO work_marks (session_id, consumer, due_ms)
    SELECT session_id, consumer, current_setting('a2.now_ms')::bigint + :lease_ms FROM due
    ON CONFLICT (session_id, consumer) DO UPDATE SET due_ms = excluded.due_ms)
SELECT session_id, consumer, due_ms FROM due
UNION ALL
SELECT NULL, NULL, min(rest.due_ms)
FROM unnest(:consumer::text[]) AS wanted (consumer)
CROSS JOIN LATERAL (
    SELECT m.due_ms FROM work_marks m
    WHERE m.consumer = wanted.consumer
        AND NOT EXISTS (SELECT 1 FROM due WHERE due.session_id = m.session_id AND due.consumer = m.consumer)
    ORDER BY m.due_ms
    LIMIT 1) AS rest
