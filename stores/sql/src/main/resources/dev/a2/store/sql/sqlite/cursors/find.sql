-- A lane or log cursor.
-- :session_key, :consumer, :kind, :lane
SELECT * FROM cursors
WHERE session_key = :session_key AND consumer = :consumer AND kind = :kind AND lane = :lane
