-- Takes due marks of some consumers, earliest first, and makes them due again after a lease (WRK-2).
--
-- KEYS  the due times of each consumer
-- ARGV  now, limit, lease
-- reply when the next one is due (nil: there is none); then per mark which consumer, session, due time
-- calls ZRANGE per consumer, ZADD per consumer that marks were taken of
--
-- @include lib/call
-- @include lib/clock
-- @include lib/numbers
local now, limit, lease = time(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

local marks = {}
for consumer, key in ipairs(KEYS) do
  local found = call('ZRANGE', key, 0, limit, 'WITHSCORES')
  for i = 1, #found, 2 do
    marks[#marks + 1] = {consumer, found[i], tonumber(found[i + 1])}
  end
end
table.sort(marks, function(a, b)
  if a[3] ~= b[3] then
    return a[3] < b[3]
  end
  return a[2] < b[2]
end)
local reply, leased = {false}, {}
for i, mark in ipairs(marks) do
  if i > limit or mark[3] > now then
    reply[1] = text(mark[3])
    break
  end
  local list = leased[mark[1]] or {}
  leased[mark[1]] = list
  list[#list + 1] = text(now + lease)
  list[#list + 1] = mark[2]
  reply[#reply + 1] = {mark[1], mark[2], text(mark[3])}
end
for consumer, list in pairs(leased) do
  for first = 1, #list, 1000 do
    call('ZADD', KEYS[consumer], unpack(list, first, math.min(first + 999, #list)))
  end
end
return reply
