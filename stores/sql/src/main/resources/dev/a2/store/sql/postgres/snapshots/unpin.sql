-- Takes pins off snapshots.
-- :session_key, :reducer, :event_index, :pins
UPDATE snapshots s SET pins = greatest(s.pins - (
    SELECT off.pins
    FROM unnest(:reducer::text[], :event_index::bigint[], :pins::bigint[]) AS off (reducer, event_index, pins)
    WHERE off.reducer = s.reducer AND off.event_index = s.event_index), 0)
WHERE s.ctid = ANY (ARRAY(
    SELECT found.ctid
    FROM unnest(:reducer::text[], :event_index::bigint[]) AS pinned (reducer, event_index)
    CROSS JOIN LATERAL (
        SELECT ctid FROM snapshots
        WHERE session_key = :session_key AND reducer = pinned.reducer AND event_index = pinned.event_index
        OFFSET 0) AS found))
