-- Deletes a snapshot of the history that nothing pins any more (SNP-5).
-- :session_key, :reducer, :event_index
DELETE FROM snapshots
WHERE session_key = :session_key AND reducer = :reducer AND event_index = :event_index AND latest = 0 AND pins = 0
