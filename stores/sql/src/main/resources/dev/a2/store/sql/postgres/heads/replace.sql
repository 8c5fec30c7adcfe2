-- Replaces what heads' rows say.
-- :session_key, :event_index, :consumer, :kind, :lane,
-- :state, :attempt, :first_claimed_ms, :last_claimed_ms, :claim_holder, :claim_expires_ms, :free_at_ms,
-- :failure_count, :last_failed_ms, :last_failed_attempt, :dead_since_ms,
-- :completed_at_ms, :completed_attempt, :returned_ids, :pins, :last_error
UPDATE heads h SET
    state = new.state,
    attempt = new.attempt,
    first_claimed_ms = new.first_claimed_ms,
    last_claimed_ms = new.last_claimed_ms,
    claim_holder = new.claim_holder,
    claim_expires_ms = new.claim_expires_ms,
    free_at_ms = new.free_at_ms,
    failure_count = new.failure_count,
    last_failed_ms = new.last_failed_ms,
    last_failed_attempt = new.last_failed_attempt,
    dead_since_ms = new.dead_since_ms,
    completed_at_ms = new.completed_at_ms,
    completed_attempt = new.completed_attempt,
    returned_ids = new.returned_ids,
    pins = new.pins,
    last_error = new.last_error
FROM unnest(
    :event_index::bigint[], :consumer::text[], :kind::text[], :lane::text[],
    :state::text[], :attempt::bigint[], :first_claimed_ms::bigint[], :last_claimed_ms::bigint[],
    :claim_holder::text[], :claim_expires_ms::bigint[], :free_at_ms::bigint[],
    :failure_count::bigint[], :last_failed_ms::bigint[], :last_failed_attempt::bigint[], :dead_since_ms::bigint[],
    :completed_at_ms::bigint[], :completed_attempt::bigint[], :returned_ids::text[], :pins::text[],
    :last_error::text[])
    AS new (
        event_index, consumer, kind, lane,
        state, attempt, first_claimed_ms, last_claimed_ms, claim_holder, claim_expires_ms, free_at_ms,
        failure_count, last_failed_ms, last_failed_attempt, dead_since_ms,
        completed_at_ms, completed_attempt, returned_ids, pins, last_error)
WHERE h.session_key = :session_key AND h.event_index = new.event_index
    AND h.consumer = new.consumer AND h.kind = new.kind AND h.lane = new.lane
