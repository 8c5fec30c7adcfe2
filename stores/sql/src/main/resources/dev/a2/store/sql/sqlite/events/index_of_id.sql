-- The newest index that an id names, also below the marker.
-- :session_key, :event_id
SELECT max(event_index) AS event_index FROM events WHERE event_id = :event_id AND session_key = :session_key
