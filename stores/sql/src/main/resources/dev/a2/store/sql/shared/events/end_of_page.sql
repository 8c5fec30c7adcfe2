-- Where a page of the oldest events below an index ends.
-- :session_key, :below, :limit
SELECT max(event_index) AS event_index
FROM (
    SELECT event_index FROM events
    WHERE session_key = :session_key AND event_index < :below
    ORDER BY event_index
    LIMIT :limit) AS page
