-- Takes a consumer's mark away.
-- :session_id, :consumer
DELETE FROM work_marks WHERE session_id = :session_id AND consumer = :consumer
