-- A participant's presence, also what expired.
-- :session_id, :participant
SELECT * FROM presence WHERE session_id = :session_id AND participant = :participant
