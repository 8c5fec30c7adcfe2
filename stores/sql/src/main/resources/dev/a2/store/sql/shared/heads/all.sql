-- All head rows of a session, also those from before its marker.
-- :session_key
SELECT * FROM heads WHERE session_key = :session_key
