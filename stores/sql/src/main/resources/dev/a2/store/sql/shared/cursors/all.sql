-- All lane and log cursors of a session.
-- :session_key
SELECT * FROM cursors WHERE session_key = :session_key
