-- The newest index of each of several ids, also below the marker; null if it names none.
-- :session_key, :event_ids (a JSON array)
SELECT
    wanted.value AS event_id,
    (SELECT max(event_index) FROM events WHERE event_id = wanted.value AND session_key = :session_key) AS event_index
FROM json_each(:event_ids) AS wanted
