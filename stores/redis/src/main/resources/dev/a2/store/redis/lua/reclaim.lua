-- Deletes a page of events below the marker with their id records (CLR-6).
--
-- KEYS  the session's `count`
-- ARGV  how many events at most
-- reply how many were deleted; 'more', 'swept' (nothing is left, the sweep comes next) or 'never' (there is no marker)
-- calls MGET, XRANGE; if there are some MGET, DEL, XDEL, XRANGE
--
-- @include lib/bounds
-- @include lib/call
-- @include lib/keys
local page = ARGV[1]

local bound = call('MGET', KEYS[1], base .. 'clear')
local marker = bounds(bound[1], bound[2])
if marker == 0 then
  return {0, 'never'}
end
local through = marker - 1
local entries = call('XRANGE', log_key, '-', through, 'COUNT', page)
if #entries == 0 then
  return {0, 'swept'}
end
local names, gone, owned = {}, {}, {}
for i, entry in ipairs(entries) do
  names[i], gone[i] = base .. 'id:' .. entry[2][2], entry[1]
end
-- An id that was reused above the marker keeps its new owner.
for i, index in ipairs(call('MGET', unpack(names))) do
  if index == string.match(gone[i], '^%d+') then
    owned[#owned + 1] = names[i]
  end
end
if #owned > 0 then
  call('DEL', unpack(owned))
end
local deleted = call('XDEL', log_key, unpack(gone))
local left = #call('XRANGE', log_key, '-', through, 'COUNT', 1) > 0
return {deleted, left and 'more' or 'swept'}
