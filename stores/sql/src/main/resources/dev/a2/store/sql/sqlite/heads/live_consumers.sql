-- Who has live heads: steps from one consumer to the next, past all heads of each.
-- :session_key, :lifetime
WITH RECURSIVE found (consumer) AS (
    SELECT min(consumer) FROM heads INDEXED BY heads_live
    WHERE session_key = :session_key AND lifetime = :lifetime AND state = 'LIVE'
    UNION ALL
    SELECT (
        SELECT min(h.consumer) FROM heads h INDEXED BY heads_live
        WHERE h.session_key = :session_key AND h.lifetime = :lifetime AND h.state = 'LIVE'
            AND h.consumer > found.consumer)
    FROM found
    WHERE found.consumer IS NOT NULL)
SELECT consumer FROM found WHERE consumer IS NOT NULL
