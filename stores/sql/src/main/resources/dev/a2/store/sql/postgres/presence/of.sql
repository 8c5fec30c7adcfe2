-- A participant's presence, or everybody's if none is given; also what expired.
-- :session_key, :participant
SELECT * FROM presence
WHERE session_key = :session_key AND (:participant::text IS NULL OR participant = :participant)
