-- Adds or replaces a snapshot.
-- :session_key, :reducer, :event_index, :latest, :pins, :state
INSERT INTO snapshots (session_key, reducer, event_index, latest, pins, state)
VALUES (:session_key, :reducer, :event_index, :latest, :pins, :state)
ON CONFLICT (session_key, reducer, event_index)
DO UPDATE SET latest = excluded.latest, pins = excluded.pins, state = excluded.state
