-- Marks work that may come up in a session which another server holds, before it does (WRK-1).
--
-- KEYS  what the work index's keys begin with
-- ARGV  now, session, token, how long it may take to come up, how many tokens of this session have ended; these; then
--       consumers, each with when its work is free (empty: at once)
-- reply OK
-- calls ZADD per consumer, and one more if it is new; HDEL, HSET, PEXPIRE
--
-- @include lib/call
-- @include lib/clock
-- @include lib/mark_names
-- @include lib/numbers
local index, session, token, lasts, ended = KEYS[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local now = time(ARGV[1])
local coming = index .. 'coming:' .. session

for at = 6 + ended, #ARGV, 2 do
  local free = ARGV[at + 1] == '' and now or math.max(now, moment(ARGV[at + 1], now))
  if call('ZADD', index .. 'due:' .. ARGV[at], 'LT', text(free), session) == 1 then
    call('ZADD', index .. 'marks', 0, mark_name(session, ARGV[at]))
  end
end
if ended > 0 then
  call('HDEL', coming, unpack(ARGV, 6, 5 + ended))
end
call('HSET', coming, token, text(now + lasts), 'last', token)
call('PEXPIRE', coming, lasts * 2)
return 'OK'
