-- Appends one event that has no cause and gives work to event cursors alone, with nobody's log to wake: what `append` does in
-- this most frequent case, with less to set up (APP-1 to APP-17).
--
-- KEYS  the session's `count`; where the work index is on this server: what its keys begin with
-- ARGV  now, session (empty where it is not), channel, originIndex, ifLastIndex, whether it gives a served consumer work, whether all are
--       served; id, type, payload and what a
--       wake-up says of the event; holder and expiry of the claims of all its heads (empty: none); per target its row and its
--       consumer's name
-- reply as append | 'general': ask `append` instead
-- calls MGET, XADD, MSET; ZADD for new heads, an indexed type and each mark; HMGET and HSET if it claims; ZCOUNT if it gives no work;
--       PUBLISH
--
-- @include lib/bounds
-- @include lib/call
-- @include lib/clock
-- @include lib/keys
-- @include lib/mark_names
-- @include lib/one_event
local given_now, session, channel, origin, if_last = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local gives_work, serves_all, id, payload, told = ARGV[6] == '1', ARGV[7] == '1', ARGV[8], ARGV[10], ARGV[11]
local holder, expiry = ARGV[12], ARGV[13]
local id_key = base .. 'id:' .. id

local strings = call('MGET', KEYS[1], base .. 'clear', id_key, base .. 'typed')
local marker, frontier = bounds(strings[1], strings[2])
local taken = strings[3] and tonumber(strings[3])
if taken and taken >= marker then
  if not serves_all then
    return {'general'}
  end
  return {'stored', taken, call('ZCOUNT', runnable_key, 1, '+inf')}
end
if origin ~= '' and tonumber(origin) <= marker then
  return {'cleared', marker}
end
if if_last ~= '' and tonumber(if_last) ~= frontier then
  return {'conflict', frontier}
end

if frontier >= 99999999999999 then
  return redis.error_reply('ERR the session is full: other scripts write no longer index than fourteen digits')
end
local index = string.format('%.0f', frontier + 1)
local now = given_now ~= '' and given_now or string.format('%.0f', time(given_now))
local expires = holder ~= '' and string.format('%.0f', moment(expiry, now))
local problem = write_event(index, now, strings[4], expires and holder, expires)
if problem then
  return problem
end
if session ~= '' then
  local due = expires or now
  for at = 15, #ARGV, 2 do
    if try('ZADD', KEYS[2] .. 'due:' .. ARGV[at], 'LT', due, session) == 1 then
      try('ZADD', KEYS[2] .. 'marks', 0, mark_name(session, ARGV[at]))
    end
  end
end
local pending = (gives_work or call('ZCOUNT', runnable_key, 1, '+inf') > 0) and 1 or 0
local message = '{"f":' .. index .. '}'
if told ~= '' then
  local whole = '{"f":' .. index .. ',"t":' .. now .. ',"e":[[' .. index .. told .. payload .. ']]}'
  message = #whole <= 32768 and whole or message
end
try('PUBLISH', channel, message)
return {'appended', frontier + 1, now, pending, expires}
