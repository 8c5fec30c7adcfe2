-- Events after one index through another, in order.
-- :session_key, :after, :through, :limit
SELECT
    e.event_index, e.event_id, e.type, e.payload, e.created_at_ms,
    e.cause_consumer, e.cause_lane, e.cause_index, e.cause_attempt
FROM events e
WHERE e.session_key = :session_key AND e.event_index > :after AND e.event_index <= :through
ORDER BY e.event_index
LIMIT :limit
