-- Deletes snapshots.
-- :session_key, :reducer, :event_index
DELETE FROM snapshots
WHERE ctid = ANY (ARRAY(
    SELECT found.ctid
    FROM unnest(:reducer::text[], :event_index::bigint[]) AS gone (reducer, event_index)
    CROSS JOIN LATERAL (
        SELECT ctid FROM snapshots
        WHERE session_key = :session_key AND reducer = gone.reducer AND event_index = gone.event_index
        OFFSET 0) AS found))
