-- What a holder holds, with the events.
-- :session_key, :lifetime, :claim_holder, :now_ms, :through
SELECT h.*,
    e.event_id, e.type, e.payload, e.created_at_ms,
    e.cause_consumer, e.cause_lane, e.cause_index, e.cause_attempt
FROM heads h INDEXED BY heads_claimed
LEFT JOIN events e ON e.session_key = h.session_key AND e.event_index = h.event_index
WHERE h.session_key = :session_key AND h.lifetime = :lifetime AND h.claim_holder = :claim_holder AND h.state = 'LIVE'
    AND h.free_at_ms > :now_ms AND h.event_index <= :through
