-- Adds or replaces snapshots.
-- :session_key, :reducer, :event_index, :latest, :pins, :state
INSERT INTO snapshots (session_key, reducer, event_index, latest, pins, state)
SELECT :session_key, new.*
FROM unnest(
    :reducer::text[], :event_index::bigint[], :latest::bigint[], :pins::bigint[], :state::text[]) AS new
ON CONFLICT (session_key, reducer, event_index)
DO UPDATE SET latest = excluded.latest, pins = excluded.pins, state = excluded.state
