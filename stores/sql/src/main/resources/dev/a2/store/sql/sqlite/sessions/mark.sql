-- A session's new clear marker.
-- :session_key, :marker
UPDATE sessions SET marker = :marker WHERE session_key = :session_key
