-- Adds a head.
-- :session_key, :event_index, :consumer, :kind, :lane, :lifetime,
-- :state, :attempt, :first_claimed_ms, :last_claimed_ms, :claim_holder, :claim_expires_ms, :free_at_ms,
-- :failure_count, :last_failed_ms, :last_failed_attempt, :dead_since_ms,
-- :completed_at_ms, :completed_attempt, :returned_ids, :pins, :last_error
INSERT INTO heads (
    session_key, event_index, consumer, kind, lane, lifetime,
    state, attempt, first_claimed_ms, last_claimed_ms, claim_holder, claim_expires_ms, free_at_ms,
    failure_count, last_failed_ms, last_failed_attempt, dead_since_ms,
    completed_at_ms, completed_attempt, returned_ids, pins, last_error)
VALUES (
    :session_key, :event_index, :consumer, :kind, :lane, :lifetime,
    :state, :attempt, :first_claimed_ms, :last_claimed_ms, :claim_holder, :claim_expires_ms, :free_at_ms,
    :failure_count, :last_failed_ms, :last_failed_attempt, :dead_since_ms,
    :completed_at_ms, :completed_attempt, :returned_ids, :pins, :last_error)
