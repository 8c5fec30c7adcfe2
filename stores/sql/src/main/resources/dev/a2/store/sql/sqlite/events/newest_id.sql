-- The greatest id of all events.
SELECT max(event_id) AS event_id FROM events
