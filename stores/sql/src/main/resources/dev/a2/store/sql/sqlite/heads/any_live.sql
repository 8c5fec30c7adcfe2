-- Whether a lifetime has work for anybody.
-- :session_key, :lifetime
SELECT 1 AS found FROM heads INDEXED BY heads_live
WHERE session_key = :session_key AND lifetime = :lifetime AND state = 'LIVE'
LIMIT 1
