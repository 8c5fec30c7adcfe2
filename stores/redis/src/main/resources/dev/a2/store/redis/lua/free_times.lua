-- When the first live head of some consumers is free, for marks that another server holds (WRK-3).
--
-- KEYS  the session's `count`
-- ARGV  now, the consumers
-- reply per consumer, in order: a time, or nil if it has no live head
-- calls some ZRANGEBYSCORE, HMGET per 999 heads
--
-- @include lib/clock
-- @include lib/free_times
-- @include lib/numbers
-- @include lib/served
local first = free_times(served_from(2, #ARGV), #ARGV - 1, time(ARGV[1]))
local reply = {}
for i = 2, #ARGV do
  reply[i - 1] = first[ARGV[i]] and text(first[ARGV[i]]) or false
end
return reply
