-- What a state is folded from, as of one moment, but for the events (SNP-1).
--
-- KEYS  the session's `count`; `snap:<reducer>`; `snap-history:<reducer>`
-- ARGV  the highest index of a snapshot that may be used (empty: any)
-- reply marker, frontier, latest snapshot, the usable one (absent ones are nil)
-- calls MGET, GET; ZREVRANGEBYSCORE if the latest is not the usable one
--
-- @include lib/bounds
-- @include lib/call
-- @include lib/keys
-- @include lib/snapshots
local snap_key, history_key, highest = KEYS[2], KEYS[3], ARGV[1]

local bound = call('MGET', KEYS[1], base .. 'clear')
local marker, frontier = bounds(bound[1], bound[2])
local latest = call('GET', snap_key)
if latest and index_of(latest) < marker then
  latest = false
end
local usable = latest
if not latest or (highest ~= '' and index_of(latest) > tonumber(highest)) then
  local from = highest == '' and '+inf' or highest
  usable = call('ZREVRANGEBYSCORE', history_key, from, marker, 'LIMIT', 0, 1)[1] or false
end
return {marker, frontier, latest, usable}
