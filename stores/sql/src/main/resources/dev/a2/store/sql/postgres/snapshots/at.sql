-- A reducer's snapshots at some indexes and its newest, also from below the marker.
-- :session_key, :reducer, :event_index
SELECT * FROM snapshots
WHERE session_key = :session_key AND reducer = :reducer
    AND (event_index = ANY (:event_index::bigint[]) OR latest = 1)
