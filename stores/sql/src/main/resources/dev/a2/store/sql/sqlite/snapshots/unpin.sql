-- Takes one pin off a snapshot.
-- :session_key, :reducer, :event_index
UPDATE snapshots SET pins = pins - 1
WHERE session_key = :session_key AND reducer = :reducer AND event_index = :event_index AND pins > 0
