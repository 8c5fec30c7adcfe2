-- How far the logs of some sessions reach, and the numbers of their newest presence changes.
-- :session_id
SELECT s.session_id, s.frontier,
    coalesce((SELECT max(p.change_number) FROM presence p WHERE p.session_key = s.session_key), 0) AS change_number
FROM sessions s
WHERE s.session_id = ANY (:session_id::text[])
