-- A session's heads in a state, by index.
-- :session_key, :lifetime, :state
SELECT * FROM heads
WHERE session_key = :session_key AND lifetime = :lifetime AND state = :state
ORDER BY event_index
