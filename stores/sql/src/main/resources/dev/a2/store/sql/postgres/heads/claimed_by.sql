-- What a holder holds for these consumers, or for everybody if none are given, with the events.
-- :session_id, :consumer, :through, :claim_holder
SELECT h.*,
    e.event_id, e.type, e.payload, e.created_at_ms,
    e.cause_consumer, e.cause_lane, e.cause_index, e.cause_attempt
FROM sessions s
JOIN heads h ON h.session_key = s.session_key AND h.lifetime = s.marker
LEFT JOIN events e ON e.session_key = h.session_key AND e.event_index = h.event_index
WHERE s.session_id = :session_id AND h.state = 'LIVE' AND h.claim_holder = :claim_holder
    AND h.free_at_ms > current_setting('a2.now_ms')::bigint AND h.event_index <= :through
    AND (:consumer::text[] IS NULL OR h.consumer = ANY (:consumer::text[]))
