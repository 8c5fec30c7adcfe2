-- Whether a session has work for one of these consumers, or for anybody if none are given.
-- :session_id, :consumer
SELECT count(*) AS found
FROM (
    SELECT 1
    FROM sessions s
    JOIN heads h ON h.session_key = s.session_key AND h.lifetime = s.marker
    WHERE s.session_id = :session_id AND h.state = 'LIVE'
        AND (:consumer::text[] IS NULL OR h.consumer = ANY (:consumer::text[]))
    LIMIT 1) AS live
