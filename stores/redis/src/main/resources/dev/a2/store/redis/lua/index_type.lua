-- Extends the index of some types downward by a page of events (CUR-4).
--
-- KEYS  the session's `count`
-- ARGV  down to which index; how many events to look at; the types
-- reply 'more' or 'done'
-- calls MGET, XREVRANGE, ZADD per type that was found, SET
--
-- @include lib/bounds
-- @include lib/call
-- @include lib/keys
-- @include lib/typed
local down_to, page = tonumber(ARGV[1]), tonumber(ARGV[2])

local values = call('MGET', KEYS[1], base .. 'clear', base .. 'typed')
local _, frontier = bounds(values[1], values[2])
load_typed(values[3])

-- The page begins at the highest of their ends, so that one look serves all.
local from = 0
for i = 3, #ARGV do
  local known = typed[ARGV[i]] or {frontier, frontier}
  typed[ARGV[i]] = known
  from = math.max(from, known[1])
end
if from <= down_to then
  return 'done'
end
local reached = math.max(down_to, from - page)
local found = {}
for i = 3, #ARGV do
  if typed[ARGV[i]][1] > reached then
    found[ARGV[i]] = {}
  end
end
for _, entry in ipairs(call('XREVRANGE', log_key, from, reached + 1)) do
  local indexes = found[entry[2][4]]
  if indexes then
    local index = string.match(entry[1], '^%d+')
    indexes[#indexes + 1] = index
    indexes[#indexes + 1] = index
  end
end
for name, indexes in pairs(found) do
  if #indexes > 0 then
    call('ZADD', type_key(name), unpack(indexes))
  end
  typed[name][1] = reached
end
call('SET', base .. 'typed', cjson.encode(typed))
return reached <= down_to and 'done' or 'more'
