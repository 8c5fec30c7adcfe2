-- What stands first behind the head of each of several lanes, with its event.
-- :session_id, :consumer, :lane
SELECT h.*,
    e.event_id, e.type, e.payload, e.created_at_ms,
    e.cause_consumer, e.cause_lane, e.cause_index, e.cause_attempt
FROM sessions s
CROSS JOIN unnest(:consumer::text[], :lane::text[]) AS wanted (consumer, lane)
CROSS JOIN LATERAL (
    SELECT * FROM heads
    WHERE session_key = s.session_key AND lifetime = s.marker
        AND consumer = wanted.consumer AND lane = wanted.lane AND state = 'QUEUED'
    ORDER BY event_index
    LIMIT 1) AS h
LEFT JOIN LATERAL (
    SELECT * FROM events
    WHERE session_key = h.session_key AND event_index = h.event_index
    OFFSET 0) AS e ON TRUE
WHERE s.session_id = :session_id
