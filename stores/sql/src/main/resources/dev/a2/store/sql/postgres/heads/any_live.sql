-- Whether a session has work for one of these consumers, or for anybody if none are given.
-- :session_id, :consumer
SELECT count(*) AS found
FROM sessions s
WHERE s.session_id = :session_id
    AND CASE WHEN :consumer::text[] IS NULL
        THEN EXISTS (
            SELECT 1 FROM heads
            WHERE session_key = s.session_key AND lifetime = s.marker AND state = 'LIVE')
        ELSE EXISTS (
            SELECT 1 FROM unnest(:consumer::text[]) AS wanted (consumer)
            CROSS JOIN LATERAL (
                SELECT 1 FROM heads
                WHERE session_key = s.session_key AND lifetime = s.marker AND consumer = wanted.consumer
                    AND state = 'LIVE'
                LIMIT 1) AS live)
        END
