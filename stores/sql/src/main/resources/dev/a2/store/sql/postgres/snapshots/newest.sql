-- A reducer's newest snapshot, and its newest through an index; none from below another.
-- :session_key, :reducer, :from, :through
SELECT * FROM snapshots
WHERE session_key = :session_key AND reducer = :reducer AND event_index >= :from
    AND event_index IN (
        (SELECT max(event_index) FROM snapshots WHERE session_key = :session_key AND reducer = :reducer),
        (SELECT max(event_index) FROM snapshots
            WHERE session_key = :session_key AND reducer = :reducer AND event_index <= :through))
