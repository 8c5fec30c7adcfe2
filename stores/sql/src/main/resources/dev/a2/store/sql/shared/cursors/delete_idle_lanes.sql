-- Deletes lane cursors that are idle and done with nothing beyond an index.
-- :session_key, :marker, :through
DELETE FROM cursors
WHERE session_key = :session_key AND kind = 'L' AND position <= :through AND (head IS NULL OR head <= :marker)
