-- Replaces what a head's row says.
-- :session_key, :event_index, :consumer, :kind, :lane,
-- :state, :attempt, :first_claimed_ms, :last_claimed_ms, :claim_holder, :claim_expires_ms, :free_at_ms,
-- :failure_count, :last_failed_ms, :last_failed_attempt, :dead_since_ms,
-- :completed_at_ms, :completed_attempt, :returned_ids, :pins, :last_error
UPDATE heads SET
    state = :state,
    attempt = :attempt,
    first_claimed_ms = :first_claimed_ms,
    last_claimed_ms = :last_claimed_ms,
    claim_holder = :claim_holder,
    claim_expires_ms = :claim_expires_ms,
    free_at_ms = :free_at_ms,
    failure_count = :failure_count,
    last_failed_ms = :last_failed_ms,
    last_failed_attempt = :last_failed_attempt,
    dead_since_ms = :dead_since_ms,
    completed_at_ms = :completed_at_ms,
    completed_attempt = :completed_attempt,
    returned_ids = :returned_ids,
    pins = :pins,
    last_error = :last_error
WHERE session_key = :session_key AND event_index = :event_index
    AND consumer = :consumer AND kind = :kind AND lane = :lane
