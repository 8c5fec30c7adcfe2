-- Brings a session's marks in line with its heads (WRK-3).
--
-- KEYS  the session's `count`; what the work index's keys begin with
-- ARGV  now, session, the consumers
-- reply OK
-- calls MGET, some ZRANGEBYSCORE, HMGET per 999 heads; ZADD and SADD, or ZREM, per consumer
--
-- @include lib/call
-- @include lib/clock
-- @include lib/heads
-- @include lib/numbers
-- @include lib/rows
-- @include lib/served
local index, session = KEYS[2], ARGV[2]
local now = time(ARGV[1])
local asked = served_from(3, #ARGV)
local first, open = {}, #ARGV - 2

local from = 1
while from and open > 0 do
  local heads, after = page_of_heads(from, '+inf', 200)
  heads = wanted_heads(heads, asked)
  read_rows(heads, {'ce'})
  for _, head in ipairs(heads) do
    local free = math.max(tonumber(head.ce or 0), now)
    if free == now and first[head.consumer] ~= now then
      open = open - 1
    end
    first[head.consumer] = math.min(first[head.consumer] or free, free)
  end
  from = after
end
for consumer in pairs(asked) do
  local name = string.match(consumer, ':(.*)')
  local key = index .. 'due:' .. name
  if first[consumer] then
    call('ZADD', key, text(first[consumer]), session)
    call('SADD', index .. 'consumers', name)
  else
    call('ZREM', key, session)
  end
end
return 'OK'
