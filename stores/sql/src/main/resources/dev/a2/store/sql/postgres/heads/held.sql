-- Heads of these consumers, or of everybody if none are given, that are on hold or claimed; those that become free first.
-- :session_id, :consumer, :through, :limit
SELECT h.*
FROM sessions s
JOIN heads h ON h.session_key = s.session_key AND h.lifetime = s.marker
WHERE s.session_id = :session_id AND h.state = 'LIVE'
    AND h.free_at_ms > current_setting('a2.now_ms')::bigint AND h.event_index <= :through
    AND (:consumer::text[] IS NULL OR h.consumer = ANY (:consumer::text[]))
ORDER BY h.free_at_ms
LIMIT :limit
