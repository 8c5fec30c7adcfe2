-- Adds or replaces heads.
-- :session_key, :lifetime, :event_index, :consumer, :kind, :lane,
-- :state, :attempt, :first_claimed_ms, :last_claimed_ms, :claim_holder, :claim_expires_ms, :free_at_ms,
-- :failure_count, :last_failed_ms, :last_failed_attempt, :dead_since_ms,
-- :completed_at_ms, :completed_attempt, :returned_ids, :pins, :last_error
INSERT INTO heads (
    session_key, lifetime, event_index, consumer, kind, lane,
    state, attempt, first_claimed_ms, last_claimed_ms, claim_holder, claim_expires_ms, free_at_ms,
    failure_count, last_failed_ms, last_failed_attempt, dead_since_ms,
    completed_at_ms, completed_attempt, returned_ids, pins, last_error)
SELECT :session_key, :lifetime, new.*
FROM unnest(
    :event_index::bigint[], :consumer::text[], :kind::text[], :lane::text[],
    :state::text[], :attempt::bigint[], :first_claimed_ms::bigint[], :last_claimed_ms::bigint[],
    :claim_holder::text[], :claim_expires_ms::bigint[], :free_at_ms::bigint[],
    :failure_count::bigint[], :last_failed_ms::bigint[], :last_failed_attempt::bigint[], :dead_since_ms::bigint[],
    :completed_at_ms::bigint[], :completed_attempt::bigint[], :returned_ids::text[], :pins::text[],
    :last_error::text[]) AS new
ON CONFLICT (session_key, event_index, consumer, kind, lane)
DO UPDATE SET
    state = excluded.state,
    attempt = excluded.attempt,
    first_claimed_ms = excluded.first_claimed_ms,
    last_claimed_ms = excluded.last_claimed_ms,
    claim_holder = excluded.claim_holder,
    claim_expires_ms = excluded.claim_expires_ms,
    free_at_ms = excluded.free_at_ms,
    failure_count = excluded.failure_count,
    last_failed_ms = excluded.last_failed_ms,
    last_failed_attempt = excluded.last_failed_attempt,
    dead_since_ms = excluded.dead_since_ms,
    completed_at_ms = excluded.completed_at_ms,
    completed_attempt = excluded.completed_attempt,
    returned_ids = excluded.returned_ids,
    pins = excluded.pins,
    last_error = excluded.last_error
