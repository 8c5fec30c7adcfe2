-- Deletes snapshots.
-- :session_key, :reducer, :event_index
DELETE FROM snapshots s
USING unnest(:reducer::text[], :event_index::bigint[]) AS gone (reducer, event_index)
WHERE s.session_key = :session_key AND s.reducer = gone.reducer AND s.event_index = gone.event_index
