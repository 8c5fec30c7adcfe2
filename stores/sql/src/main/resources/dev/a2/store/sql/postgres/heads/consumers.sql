-- Whose heads the statements behind this one look for (a2.consumers): these, or those of everybody who has live ones if none
-- are given.
-- :session_id, :consumer
SELECT set_config('a2.consumers', coalesce(:consumer::text[], ARRAY(
    WITH RECURSIVE live AS (
        SELECT s.session_key, s.marker, (
            SELECT min(h.consumer) FROM heads h
            WHERE h.session_key = s.session_key AND h.lifetime = s.marker AND h.state = 'LIVE') AS consumer
        FROM sessions s
        WHERE s.session_id = :session_id
        UNION ALL
        SELECT live.session_key, live.marker, (
            SELECT min(h.consumer) FROM heads h
            WHERE h.session_key = live.session_key AND h.lifetime = live.marker AND h.state = 'LIVE'
                AND h.consumer > live.consumer)
        FROM live
        WHERE live.consumer IS NOT NULL)
    SELECT consumer FROM live WHERE consumer IS NOT NULL))::text, true)
