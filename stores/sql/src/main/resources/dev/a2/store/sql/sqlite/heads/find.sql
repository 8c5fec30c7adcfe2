-- The rows of one event in the hands of a consumer's cursors of one lane; an event cursor has the empty one.
-- :session_key, :event_index, :consumer, :lane
SELECT * FROM heads
WHERE session_key = :session_key AND event_index = :event_index AND consumer = :consumer AND lane = :lane
