-- Where the tables are, how long a statement, a wait for a lock and an idle transaction may last, and that statements are
-- planned once and for all: each finds its few rows by an index, whatever the values. Until the end of the transaction
-- only, so a pooler that hands connections around does not mix them up.
-- :schema, :lock_limit_ms, :limit_ms (as texts)
SELECT set_config('search_path', :schema, true),
    set_config('lock_timeout', :lock_limit_ms, true),
    set_config('statement_timeout', :limit_ms, true),
    set_config('idle_in_transaction_session_timeout', :limit_ms, true),
    set_config('plan_cache_mode', 'force_generic_plan', true),
    set_config('enable_seqscan', 'off', true)
