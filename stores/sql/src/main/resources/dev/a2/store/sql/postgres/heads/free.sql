-- Free heads of the wanted consumers with their events: at least so many, if there are, by index, and never only a part of an
-- index. Of each consumer those that were never held come in order from the index; the others, few, are sorted.
-- :session_id, :through, :limit
SELECT h.*,
    e.event_id, e.type, e.payload, e.created_at_ms,
    e.cause_consumer, e.cause_lane, e.cause_index, e.cause_attempt
FROM (
    SELECT free.*
    FROM sessions s
    CROSS JOIN unnest(current_setting('a2.consumers')::text[]) AS wanted (consumer)
    CROSS JOIN LATERAL (
        (SELECT * FROM heads
        WHERE session_key = s.session_key AND lifetime = s.marker AND consumer = wanted.consumer AND state = 'LIVE'
            AND free_at_ms = 0 AND event_index <= :through
        ORDER BY event_index
        FETCH FIRST :limit ROWS WITH TIES)
        UNION ALL
        (SELECT * FROM (
            SELECT * FROM heads
            WHERE session_key = s.session_key AND lifetime = s.marker AND consumer = wanted.consumer AND state = 'LIVE'
                AND free_at_ms > 0 AND free_at_ms <= current_setting('a2.now_ms')::bigint AND event_index <= :through
            ORDER BY free_at_ms
            OFFSET 0) AS held_before
        ORDER BY event_index
        FETCH FIRST :limit ROWS WITH TIES)) AS free
    WHERE s.session_id = :session_id
    ORDER BY free.event_index
    FETCH FIRST :limit ROWS WITH TIES) AS h
LEFT JOIN LATERAL (
    SELECT * FROM events
    WHERE session_key = h.session_key AND event_index = h.event_index
    OFFSET 0) AS e ON TRUE
