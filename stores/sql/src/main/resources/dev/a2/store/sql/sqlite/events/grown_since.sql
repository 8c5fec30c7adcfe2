-- Which sessions were appended to since a position, and how far. The plus keeps the engine from walking through all
-- events by session.
-- :position
SELECT s.session_id, max(e.event_index) AS event_index
FROM events e
JOIN sessions s ON s.session_key = e.session_key
WHERE e.position > :position
GROUP BY +e.session_key
