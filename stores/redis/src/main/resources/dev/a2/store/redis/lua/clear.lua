-- Starts a new lifetime (CLR-1 to CLR-5).
--
-- KEYS  the session's `count`
-- ARGV  now, channel, id of the marker, what a wake-up says of it, ifLastIndex (empty: always); the cause as index, row,
--       attempt, if there is one
-- reply 'cleared' index marker | 'kept' index marker | 'superseded'
-- calls MGET; HMGET for a cause; XADD, MSET, UNLINK; PUBLISH
--
-- @include lib/bounds
-- @include lib/call
-- @include lib/clock
-- @include lib/fence
-- @include lib/keys
-- @include lib/numbers
-- @include lib/publish
local channel, id, told, if_last = ARGV[2], ARGV[3], ARGV[4], ARGV[5]

local bound = call('MGET', KEYS[1], base .. 'clear')
local marker, frontier = bounds(bound[1], bound[2])
if ARGV[6] and first_superseded({{index = ARGV[6], row = ARGV[7], attempt = ARGV[8]}}, marker) then
  return {'superseded'}
end
local repeated = if_last ~= '' and marker == tonumber(if_last) + 1
if not repeated and if_last ~= '' and frontier ~= tonumber(if_last) then
  return {'kept', frontier, marker}
end
if repeated or frontier == marker then
  if frontier > 0 then
    publish_bare(channel, frontier)
  end
  return {'cleared', frontier, marker}
end
local index, now = frontier + 1, text(time(ARGV[1]))
call('XADD', log_key, index .. '-0', 'id', id, 'type', 'a2.clear', 'payload', 'null', 'created_at', now, 'cause', '')
call('MSET', KEYS[1], index, base .. 'clear', index, base .. 'id:' .. id, index)
call('UNLINK', runnable_key)
publish(channel, '{"f":' .. index .. ',"t":' .. now .. ',"e":[[' .. index .. told .. 'null]]}')
return {'cleared', index, index}
