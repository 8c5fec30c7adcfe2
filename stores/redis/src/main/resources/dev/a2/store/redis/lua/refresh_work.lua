-- Brings a session's marks in line with its heads (WRK-3).
--
-- KEYS  the session's `count`; what the work index's keys begin with
-- ARGV  now, session, the consumers
-- reply OK
-- calls some ZRANGEBYSCORE, HMGET per 999 heads; two ZADD or two ZREM per consumer
--
-- @include lib/call
-- @include lib/clock
-- @include lib/free_times
-- @include lib/mark_names
-- @include lib/numbers
-- @include lib/served
local index, session = KEYS[2], ARGV[2]
local now = time(ARGV[1])
local asked = served_from(3, #ARGV)

local first = free_times(asked, #ARGV - 2, now)
for consumer in pairs(asked) do
  local name = string.match(consumer, ':(.*)')
  local key = index .. 'due:' .. name
  if first[consumer] then
    call('ZADD', key, text(first[consumer]), session)
    call('ZADD', index .. 'marks', 0, mark_name(session, name))
  else
    call('ZREM', key, session)
    call('ZREM', index .. 'marks', mark_name(session, name))
  end
end
return 'OK'
