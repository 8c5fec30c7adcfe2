-- Brings a session's marks in line with its heads, which another server holds and the caller looked at (WRK-3). While work
-- may still come up that the look did not see, a mark only becomes due earlier, and stays.
--
-- KEYS  what the work index's keys begin with
-- ARGV  now, session, the last token before the look (empty: none), when to look again if work may come up; the consumers,
--       each with when its first head is free (empty: it has none)
-- reply OK
-- calls HGETALL; HDEL of tokens that are over; two ZADD or two ZREM per consumer
--
-- @include lib/call
-- @include lib/clock
-- @include lib/mark_names
-- @include lib/numbers
local index, session, last, soon = KEYS[1], ARGV[2], ARGV[3], ARGV[4]
local now = time(ARGV[1])

local stored = call('HGETALL', index .. 'coming:' .. session)
local may_come, newest, over = false, '', {}
for i = 1, #stored, 2 do
  if stored[i] == 'last' then
    newest = stored[i + 1]
  elseif tonumber(stored[i + 1]) > now then
    may_come = true
  else
    over[#over + 1] = stored[i]
  end
end
if #over > 0 then
  call('HDEL', index .. 'coming:' .. session, unpack(over, 1, math.min(#over, 1000)))
end
may_come = may_come or newest ~= last

for at = 5, #ARGV, 2 do
  local key, free = index .. 'due:' .. ARGV[at], tonumber(ARGV[at + 1])
  if free then
    if may_come then
      call('ZADD', key, 'LT', text(free), session)
    else
      call('ZADD', key, text(free), session)
    end
    call('ZADD', index .. 'marks', 0, mark_name(session, ARGV[at]))
  elseif may_come then
    call('ZADD', key, 'XX', 'LT', text(moment(soon, now)), session)
  else
    call('ZREM', key, session)
    call('ZREM', index .. 'marks', mark_name(session, ARGV[at]))
  end
end
return 'OK'
