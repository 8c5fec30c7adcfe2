-- Deletes a snapshot.
-- :session_key, :reducer, :event_index
DELETE FROM snapshots WHERE session_key = :session_key AND reducer = :reducer AND event_index = :event_index
