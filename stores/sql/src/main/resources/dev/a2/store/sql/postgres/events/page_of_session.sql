-- Events of a session after one index through another, in order.
-- :session_id, :after, :through, :limit
SELECT e.event_index, e.event_id, e.type, e.payload, e.created_at_ms,
    e.cause_consumer, e.cause_lane, e.cause_index, e.cause_attempt
FROM sessions s
JOIN events e ON e.session_key = s.session_key
WHERE s.session_id = :session_id AND e.event_index > :after AND e.event_index <= :through
ORDER BY e.event_index
LIMIT :limit
