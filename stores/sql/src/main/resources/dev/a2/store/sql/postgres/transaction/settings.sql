-- Where the tables are, and how long a statement, a wait for a lock and an idle transaction may last; what is null stays.
-- Until the end of the transaction only, so a pooler that hands connections around does not mix them up.
-- :schema, :lock, :statement, :idle (as texts)
SELECT set_config('search_path', :schema, true),
    set_config('lock_timeout', coalesce(:lock, current_setting('lock_timeout')), true),
    set_config('statement_timeout', coalesce(:statement, current_setting('statement_timeout')), true),
    set_config(
        'idle_in_transaction_session_timeout',
        coalesce(:idle, current_setting('idle_in_transaction_session_timeout')),
        true)
