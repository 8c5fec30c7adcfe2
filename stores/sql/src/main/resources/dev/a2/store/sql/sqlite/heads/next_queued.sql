-- What stands first behind a lane's head.
-- :session_key, :lifetime, :consumer, :lane
SELECT * FROM heads INDEXED BY heads_queued
WHERE session_key = :session_key AND lifetime = :lifetime AND consumer = :consumer AND lane = :lane AND state = 'QUEUED'
ORDER BY event_index
LIMIT 1
