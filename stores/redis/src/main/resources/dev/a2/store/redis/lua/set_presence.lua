-- Writes presence values, each unless a newer one is stored (PRS-1, PRS-3).
--
-- KEYS  the session's `presence`
-- ARGV  now, the stamp, seen, ttl, how long the key itself may live, channel, what a message begins with; per field: its
--       field, its value, its member of a message
-- reply per field 1 if it was applied, else 0; nothing else
-- calls HMGET; HSET, PEXPIRE, PUBLISH if some were applied
--
-- @include lib/call
-- @include lib/clock
-- @include lib/numbers
-- @include lib/publish
local presence_key = KEYS[1]
local stamp, seen, ttl, key_ttl, channel, message = ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7]
local now = time(ARGV[1])
local expires = text(now + ttl)

local names = {}
for at = 8, #ARGV, 3 do
  names[#names + 1] = ARGV[at]
end
local reply, writes, told = {}, {}, {}
for i, stored in ipairs(call('HMGET', presence_key, unpack(names))) do
  local wins = true
  if stored then
    local at, expiry = string.match(stored, '^{"a":(%d+),"e":(%d+)')
    wins = tonumber(expiry) <= now or tonumber(at) <= tonumber(stamp)
  end
  if wins then
    local value, member = ARGV[i * 3 + 6], ARGV[i * 3 + 7]
    writes[#writes + 1] = names[i]
    writes[#writes + 1] = '{"a":' .. stamp .. ',"e":' .. expires .. ',"s":' .. seen .. ',"v":' .. value .. '}'
    told[#told + 1] = member .. value
  end
  reply[i] = wins and 1 or 0
end
if #writes > 0 then
  call('HSET', presence_key, unpack(writes))
  call('PEXPIRE', presence_key, key_ttl)
  publish(channel, message .. table.concat(told, ',') .. '}}')
end
return reply
