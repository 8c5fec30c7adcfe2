-- Ends an attempt of an event cursor's head that returned nothing: what `complete_attempt` does in this most frequent case, with
-- less to set up (CMP-1 to CMP-5).
--
-- KEYS  the session's `count`
-- ARGV  now, index, row, attempt
-- reply as complete_attempt
-- calls MGET, HMGET, ZREM, HSET; for pins HINCRBY, HDEL, ZREMRANGEBYSCORE
--
-- @include lib/bounds
-- @include lib/call
-- @include lib/chunks
-- @include lib/clock
-- @include lib/keys
-- @include lib/unpin
local given_now, index, row, attempt = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]
local chunk, start, member = chunk_of(index), ARGV[2] .. ':' .. row .. ':', row .. ARGV[2]

local bound = call('MGET', KEYS[1], base .. 'clear')
local marker, frontier = bounds(bound[1], bound[2])
if index > frontier then
  return {'beyond', frontier}
end
if index <= marker then
  return {'superseded'}
end
local attempts, holder, dead, done, done_by, returned, pins = unpack(call('HMGET', chunk, start .. 'd', start .. 'ch',
  start .. 'f', start .. 'p', start .. 'pa', start .. 'ri', start .. 'pins'))
if done then
  if done_by ~= attempt then
    return {'superseded'}
  end
  return {'replayed', returned, {}}
end
if attempts ~= attempt or not holder or dead then
  return {'superseded'}
end

local now = given_now ~= '' and given_now or string.format('%.0f', time(given_now))
local fields = {start .. 'p', now, start .. 'pa', attempt, start .. 'ri', '[]'}
call('ZREM', runnable_key, member) -- the only write that can fail
if pins and pins ~= '' then
  for _, ref in ipairs(cjson.decode(pins)) do
    unpin(ref)
  end
  fields[7], fields[8] = start .. 'pins', ''
end
call('HSET', chunk, unpack(fields))
return {'completed', frontier + 1, now}
