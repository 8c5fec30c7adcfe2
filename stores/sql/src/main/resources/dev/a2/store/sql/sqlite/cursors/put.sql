-- Adds or replaces a cursor.
-- :session_key, :consumer, :kind, :lane, :position, :head, :types
INSERT INTO cursors (session_key, consumer, kind, lane, position, head, types)
VALUES (:session_key, :consumer, :kind, :lane, :position, :head, :types)
ON CONFLICT (session_key, consumer, kind, lane)
DO UPDATE SET position = excluded.position, head = excluded.head, types = excluded.types
