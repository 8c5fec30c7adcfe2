-- Lane and log cursors.
-- :session_id, :consumer, :kind, :lane
SELECT c.*
FROM sessions s
CROSS JOIN unnest(:consumer::text[], :kind::text[], :lane::text[]) AS wanted (consumer, kind, lane)
CROSS JOIN LATERAL (
    SELECT * FROM cursors
    WHERE session_key = s.session_key
        AND consumer = wanted.consumer AND kind = wanted.kind AND lane = wanted.lane
    OFFSET 0) AS c
WHERE s.session_id = :session_id
