-- Heads of the wanted consumers that are on hold or claimed; those that become free first.
-- :session_id, :through, :limit
SELECT h.*
FROM sessions s
CROSS JOIN unnest(current_setting('a2.consumers')::text[]) AS wanted (consumer)
CROSS JOIN LATERAL (
    SELECT * FROM heads
    WHERE session_key = s.session_key AND lifetime = s.marker AND consumer = wanted.consumer AND state = 'LIVE'
        AND free_at_ms > current_setting('a2.now_ms')::bigint AND event_index <= :through
    ORDER BY free_at_ms
    LIMIT :limit) AS h
WHERE s.session_id = :session_id
ORDER BY h.free_at_ms
LIMIT :limit
