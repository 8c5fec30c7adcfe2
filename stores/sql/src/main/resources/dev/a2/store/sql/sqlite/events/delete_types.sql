-- Forgets the types of runs before one.
-- :session_key, :before_run
DELETE FROM event_types WHERE session_key = :session_key AND run < :before_run
