-- How a transaction that somebody else opened is set.
SELECT current_setting('transaction_isolation') AS isolation,
    current_setting('search_path') AS search_path,
    current_setting('lock_timeout') AS lock_timeout
