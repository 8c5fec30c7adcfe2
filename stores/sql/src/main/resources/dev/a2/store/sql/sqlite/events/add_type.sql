-- Notes that a run of 64 indexes holds an event of a type.
-- :session_key, :type, :run
INSERT INTO event_types (session_key, type, run) VALUES (:session_key, :type, :run) ON CONFLICT DO NOTHING
