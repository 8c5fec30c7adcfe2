-- What other stores applied to some sessions, each since a change of its own, in order, without what expired.
-- :session_id, :change_number, :writer
SELECT s.session_id, p.*
FROM unnest(:session_id::text[], :change_number::bigint[]) AS wanted (session_id, change_number)
CROSS JOIN LATERAL (SELECT * FROM sessions WHERE session_id = wanted.session_id OFFSET 0) AS s
CROSS JOIN LATERAL (SELECT * FROM presence WHERE session_key = s.session_key OFFSET 0) AS p
WHERE p.change_number > wanted.change_number AND p.writer <> :writer
    AND p.expires_ms > current_setting('a2.now_ms')::bigint
ORDER BY p.change_number
