-- The first event of several types after an index, for several places to look from. A place stands once for each type.
-- :session_key, :place, :type, :after
SELECT first.place,
    e.event_index, e.event_id, e.type, e.payload, e.created_at_ms,
    e.cause_consumer, e.cause_lane, e.cause_index, e.cause_attempt
FROM (
    SELECT wanted.place, min(found.event_index) AS event_index
    FROM unnest(:place::bigint[], :type::text[], :after::bigint[]) AS wanted (place, type, after)
    CROSS JOIN LATERAL (
        SELECT t.event_index FROM events t
        WHERE t.session_key = :session_key AND t.type = wanted.type AND t.event_index > wanted.after
        ORDER BY t.event_index
        LIMIT 1) AS found
    GROUP BY wanted.place) AS first
CROSS JOIN LATERAL (
    SELECT * FROM events
    WHERE session_key = :session_key AND event_index = first.event_index
    OFFSET 0) AS e
