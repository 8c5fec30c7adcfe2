-- What a holder holds for the wanted consumers, with the events.
-- :session_id, :through, :claim_holder
SELECT h.*,
    e.event_id, e.type, e.payload, e.created_at_ms,
    e.cause_consumer, e.cause_lane, e.cause_index, e.cause_attempt
FROM sessions s
CROSS JOIN LATERAL (
    SELECT * FROM heads
    WHERE session_key = s.session_key AND lifetime = s.marker AND claim_holder = :claim_holder AND state = 'LIVE'
        AND free_at_ms > current_setting('a2.now_ms')::bigint AND event_index <= :through
    OFFSET 0) AS h
LEFT JOIN LATERAL (
    SELECT * FROM events
    WHERE session_key = h.session_key AND event_index = h.event_index
    OFFSET 0) AS e ON TRUE
WHERE s.session_id = :session_id AND h.consumer = ANY (current_setting('a2.consumers')::text[])
