-- Appends a batch of events.
-- :session_key, :event_index, :event_id, :type, :payload, :created_at_ms,
-- :cause_consumer, :cause_lane, :cause_index, :cause_attempt
INSERT INTO events (
    session_key, event_index, event_id, type, payload, created_at_ms,
    cause_consumer, cause_lane, cause_index, cause_attempt)
SELECT :session_key, batch.*
FROM unnest(
    :event_index::bigint[], :event_id::text[], :type::text[], :payload::text[], :created_at_ms::bigint[],
    :cause_consumer::text[], :cause_lane::text[], :cause_index::bigint[], :cause_attempt::bigint[]) AS batch
