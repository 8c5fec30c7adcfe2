-- The newest index of each id that names one, also below the marker.
-- :session_id, :event_id
SELECT wanted.event_id, found.event_index
FROM sessions s
CROSS JOIN unnest(:event_id::text[]) AS wanted (event_id)
CROSS JOIN LATERAL (
    SELECT e.event_index FROM events e
    WHERE e.session_key = s.session_key AND e.event_id = wanted.event_id
    ORDER BY e.event_index DESC
    LIMIT 1) AS found
WHERE s.session_id = :session_id
