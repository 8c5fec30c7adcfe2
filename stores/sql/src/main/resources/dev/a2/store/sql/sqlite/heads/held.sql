-- A consumer's heads on hold or claimed, those that become free first.
-- :session_key, :lifetime, :consumer, :now_ms, :through, :limit
SELECT * FROM heads INDEXED BY heads_live
WHERE session_key = :session_key AND lifetime = :lifetime AND consumer = :consumer AND state = 'LIVE'
    AND free_at_ms > :now_ms AND event_index <= :through
ORDER BY free_at_ms
LIMIT :limit
