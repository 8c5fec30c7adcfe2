-- The first event of a type after an index. Looks through the runs of 64 indexes that hold one (CUR-4).
-- :session_key, :type, :after
SELECT e.event_index
FROM event_types t
CROSS JOIN events e
WHERE t.session_key = :session_key AND t.type = :type AND t.run >= (:after + 1) / 64
    AND e.session_key = t.session_key AND e.type = t.type
    AND e.event_index >= max(:after + 1, t.run * 64) AND e.event_index < (t.run + 1) * 64
ORDER BY t.run, e.event_index
LIMIT 1
