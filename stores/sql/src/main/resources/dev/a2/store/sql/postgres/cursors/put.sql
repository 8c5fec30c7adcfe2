-- Adds or replaces cursors.
-- :session_key, :consumer, :kind, :lane, :position, :head, :types
INSERT INTO cursors (session_key, consumer, kind, lane, position, head, types)
SELECT :session_key, new.*
FROM unnest(
    :consumer::text[], :kind::text[], :lane::text[], :position::bigint[], :head::bigint[], :types::text[]) AS new
ON CONFLICT (session_key, consumer, kind, lane)
DO UPDATE SET position = excluded.position, head = excluded.head, types = excluded.types
