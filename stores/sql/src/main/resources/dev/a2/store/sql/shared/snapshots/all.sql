-- All snapshots of a session without their states, also those from before its marker.
-- :session_key
SELECT reducer, event_index, latest, pins FROM snapshots WHERE session_key = :session_key
