-- Deletes presence values that were seen expired, if they still are (PRS-3).
--
-- KEYS  the session's `presence`
-- ARGV  now, the fields
-- reply how many were deleted
-- calls HMGET, HDEL
--
-- @include lib/call
-- @include lib/clock
local presence_key = KEYS[1]
local now = time(ARGV[1])
local gone = {}
for i, stored in ipairs(call('HMGET', presence_key, unpack(ARGV, 2))) do
  local expiry = stored and string.match(stored, '^{"a":%d+,"e":(%d+)')
  if expiry and tonumber(expiry) <= now then
    gone[#gone + 1] = ARGV[i + 1]
  end
end
return #gone > 0 and call('HDEL', presence_key, unpack(gone)) or 0
