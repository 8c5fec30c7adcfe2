-- A lifetime's dead letters, by index.
-- :session_key, :lifetime
SELECT * FROM heads
WHERE session_key = :session_key AND lifetime = :lifetime AND state = 'DEAD'
ORDER BY event_index
