-- Takes pins off snapshots.
-- :session_key, :reducer, :event_index, :pins
UPDATE snapshots s SET pins = greatest(s.pins - off.pins, 0)
FROM unnest(:reducer::text[], :event_index::bigint[], :pins::bigint[]) AS off (reducer, event_index, pins)
WHERE s.session_key = :session_key AND s.reducer = off.reducer AND s.event_index = off.event_index
