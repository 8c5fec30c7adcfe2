-- The session's keys: all begin as KEYS[1] does, which is `count`.
local base = string.sub(KEYS[1], 1, -6)
local log_key, cursors_key, runnable_key = base .. 'log', base .. 'cursors', base .. 'runnable'
