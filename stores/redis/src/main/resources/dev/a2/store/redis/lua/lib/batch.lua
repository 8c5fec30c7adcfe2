-- What a batch gives rise to (APP-10, APP-11, APP-16): targets without and with a lane, and logs, as ARGV lists them.
-- An `each` takes three arguments (event of the batch, row, start), a lane two (event of the batch, row), a log four
-- (cursor, types, whether it backfills, first event of the batch that it takes).
-- @include lib/clock
-- @include lib/lanes
-- @include lib/logs
-- @include lib/targets
local function want_cursors(lanes, logs, last)
  for at = lanes, logs - 1, 2 do
    want_cursor(ARGV[at + 1], {'h', 'p', 't'})
  end
  for at = logs, last, 4 do
    want_cursor(ARGV[at], {'h', 'p', 'ty'})
  end
end

local function give(eaches, lanes, logs, marker, frontier, now)
  for at = eaches, lanes - 1, 3 do
    target_event(ARGV[at + 1], frontier + ARGV[at], ARGV[at + 2] ~= '' and moment(ARGV[at + 2], now), now)
  end
  for at = lanes, logs - 1, 2 do
    target_lane(ARGV[at + 1], frontier + ARGV[at], marker, now)
  end
  write_tails()
end

local function wake_logs(logs, last, marker, frontier, now)
  for at = logs, last, 4 do
    wake_log(ARGV[at], ARGV[at + 1], ARGV[at + 2] == '1', frontier + ARGV[at + 3], marker, frontier, now)
  end
end
