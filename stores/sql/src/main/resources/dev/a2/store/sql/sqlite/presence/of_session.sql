-- A session's presence, also what expired.
-- :session_id
SELECT * FROM presence WHERE session_id = :session_id
