-- When a consumer's first live head becomes free; null without one.
-- :session_key, :lifetime, :consumer
SELECT min(free_at_ms) AS free_at_ms FROM heads
WHERE session_key = :session_key AND lifetime = :lifetime AND consumer = :consumer AND state = 'LIVE'
