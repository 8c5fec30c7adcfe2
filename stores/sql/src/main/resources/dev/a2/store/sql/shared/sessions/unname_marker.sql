-- Gives up the id record of the marker (CLR-7).
-- :session_key
UPDATE sessions SET unnamed_marker = marker WHERE session_key = :session_key
