-- A session's new frontier and marker.
-- :session_key, :frontier, :marker
UPDATE sessions SET frontier = :frontier, marker = :marker WHERE session_key = :session_key
