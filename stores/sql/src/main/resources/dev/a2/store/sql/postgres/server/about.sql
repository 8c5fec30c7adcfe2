-- What the store must know of a server before it uses it.
SELECT pg_backend_pid() AS process,
    current_setting('server_version_num')::integer AS version_number,
    current_setting('server_version') AS version,
    current_setting('server_encoding') AS encoding,
    pg_is_in_recovery()::integer AS standby,
    current_setting('fsync') AS fsync,
    current_setting('synchronous_commit') AS synchronous_commit,
    current_setting('full_page_writes') AS full_page_writes,
    current_setting('max_connections')::integer AS max_connections
