-- A consumer's free heads with their events: those that are free at once, and those whose claim or hold has ended. Of
-- each at least so many, if there are, by index, and never only a part of an index. One upper bound on the index, for of
-- two the engine takes the wrong one.
-- :session_key, :lifetime, :consumer, :now_ms, :through, :all_but_one (of the number wanted)
WITH free AS (
    SELECT event_index, kind, lane FROM heads INDEXED BY heads_live
    WHERE session_key = :session_key AND lifetime = :lifetime AND consumer = :consumer AND state = 'LIVE'
        AND free_at_ms = 0
        AND event_index <= coalesce((
            SELECT event_index FROM heads INDEXED BY heads_live
            WHERE session_key = :session_key AND lifetime = :lifetime AND consumer = :consumer AND state = 'LIVE'
                AND free_at_ms = 0 AND event_index <= :through
            ORDER BY event_index LIMIT 1 OFFSET :all_but_one), :through)
    UNION ALL
    SELECT event_index, kind, lane FROM heads INDEXED BY heads_live
    WHERE session_key = :session_key AND lifetime = :lifetime AND consumer = :consumer AND state = 'LIVE'
        AND free_at_ms > 0 AND free_at_ms <= :now_ms
        AND event_index <= coalesce((
            SELECT event_index FROM heads INDEXED BY heads_live
            WHERE session_key = :session_key AND lifetime = :lifetime AND consumer = :consumer AND state = 'LIVE'
                AND free_at_ms > 0 AND free_at_ms <= :now_ms AND event_index <= :through
            ORDER BY event_index LIMIT 1 OFFSET :all_but_one), :through))
SELECT h.*,
    e.event_id, e.type, e.payload, e.created_at_ms,
    e.cause_consumer, e.cause_lane, e.cause_index, e.cause_attempt
FROM free
CROSS JOIN heads h
LEFT JOIN events e ON e.session_key = h.session_key AND e.event_index = h.event_index
WHERE h.session_key = :session_key AND h.event_index = free.event_index
    AND h.consumer = :consumer AND h.kind = free.kind AND h.lane = free.lane
