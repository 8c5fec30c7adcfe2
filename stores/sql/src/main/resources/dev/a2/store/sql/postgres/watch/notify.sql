-- Sends notifications.
-- :payload
SELECT pg_notify('a2_wakeups', payload) FROM unnest(:payload::text[]) AS payload
