-- Where the tables are, and how long a wait for a lock may last, in a transaction that somebody else opened.
-- :schema, :lock_limit (as texts)
SELECT set_config('search_path', :schema, true), set_config('lock_timeout', :lock_limit, true)
