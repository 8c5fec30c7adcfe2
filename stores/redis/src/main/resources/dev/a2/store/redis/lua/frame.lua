-- All of a session but its events, as of one moment (TRF-1). It takes as long as the session has heads, like what it answers.
--
-- KEYS  the session's `count`
-- ARGV  none
-- reply marker, frontier, the marker's entry, what its id names, fields of `cursors`, `runnable` with scores, `pins`, rows
--       (a list per chunk), reducers, per reducer latest snapshot and history
-- calls MGET, XRANGE, GET, HGETALL of two hashes and per chunk, ZRANGE, SMEMBERS; per reducer GET, ZRANGE
--
-- @include lib/bounds
-- @include lib/call
-- @include lib/keys
local bound = call('MGET', KEYS[1], base .. 'clear')
local marker, frontier = bounds(bound[1], bound[2])
if frontier == 0 then
  return {0, 0}
end
local entry = marker > 0 and call('XRANGE', log_key, marker, marker)[1] or false
local named = entry and call('GET', base .. 'id:' .. entry[2][2])
local rows = {}
for number = math.floor(marker / 1000), math.floor((frontier - 1) / 1000) do
  rows[#rows + 1] = call('HGETALL', base .. 'heads:' .. number)
end
local reducers = call('SMEMBERS', base .. 'snap-reducers')
local snapshots = {}
for i, reducer in ipairs(reducers) do
  snapshots[i] = {call('GET', base .. 'snap:' .. reducer), call('ZRANGE', base .. 'snap-history:' .. reducer, 0, -1)}
end
return {marker, frontier, entry, named, call('HGETALL', cursors_key), call('ZRANGE', runnable_key, 0, -1, 'WITHSCORES'),
  call('HGETALL', base .. 'pins'), rows, reducers, snapshots}
