-- A reducer's newest snapshot between two indexes.
-- :session_key, :reducer, :from, :through
SELECT * FROM snapshots
WHERE session_key = :session_key AND reducer = :reducer AND event_index >= :from AND event_index <= :through
ORDER BY event_index DESC
LIMIT 1
