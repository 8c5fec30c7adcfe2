-- Appends one event.
-- :session_key, :event_index, :event_id, :type, :payload, :created_at_ms,
-- :cause_consumer, :cause_lane, :cause_index, :cause_attempt
INSERT INTO events (
    session_key, event_index, event_id, type, payload, created_at_ms,
    cause_consumer, cause_lane, cause_index, cause_attempt)
VALUES (
    :session_key, :event_index, :event_id, :type, :payload, :created_at_ms,
    :cause_consumer, :cause_lane, :cause_index, :cause_attempt)
