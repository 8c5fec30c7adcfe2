-- Free heads of these consumers, or of everybody if none are given, with their events: at least so many, if there are, by
-- index, and never only a part of an index.
-- :session_id, :consumer, :through, :limit
SELECT h.*,
    e.event_id, e.type, e.payload, e.created_at_ms,
    e.cause_consumer, e.cause_lane, e.cause_index, e.cause_attempt
FROM (
    SELECT heads.*
    FROM sessions s
    JOIN heads ON heads.session_key = s.session_key AND heads.lifetime = s.marker
    WHERE s.session_id = :session_id AND heads.state = 'LIVE'
        AND heads.free_at_ms <= current_setting('a2.now_ms')::bigint AND heads.event_index <= :through
        AND (:consumer::text[] IS NULL OR heads.consumer = ANY (:consumer::text[]))
    ORDER BY heads.event_index
    FETCH FIRST :limit ROWS WITH TIES) AS h
LEFT JOIN events e ON e.session_key = h.session_key AND e.event_index = h.event_index
