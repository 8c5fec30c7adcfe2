-- A lifetime's live heads, by index.
-- :session_key, :lifetime
SELECT * FROM heads
WHERE session_key = :session_key AND lifetime = :lifetime AND state = 'LIVE'
ORDER BY event_index
