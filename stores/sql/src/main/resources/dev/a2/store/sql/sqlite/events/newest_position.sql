-- The position of the event that was written last.
SELECT max(position) AS position FROM events
