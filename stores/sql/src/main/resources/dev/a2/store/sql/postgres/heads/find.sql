-- The rows of events in the hands of consumers' cursors of a lane; an event cursor has the empty one.
-- :session_id, :event_index, :consumer, :lane
SELECT h.*
FROM sessions s
CROSS JOIN unnest(:event_index::bigint[], :consumer::text[], :lane::text[]) AS wanted (event_index, consumer, lane)
CROSS JOIN LATERAL (
    SELECT * FROM heads
    WHERE session_key = s.session_key AND event_index = wanted.event_index
        AND consumer = wanted.consumer AND lane = wanted.lane
    OFFSET 0) AS h
WHERE s.session_id = :session_id AND h.event_index > s.marker
