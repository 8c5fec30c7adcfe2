-- All events of a session without what they hold, in order.
-- :session_key
SELECT event_index, event_id, type FROM events WHERE session_key = :session_key ORDER BY event_index
