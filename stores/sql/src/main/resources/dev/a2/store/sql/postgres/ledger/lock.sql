-- Lets nobody else look at the schema until the transaction ends. The number is one for all schemas: no other uses it.
SELECT pg_advisory_xact_lock(4157332771)
