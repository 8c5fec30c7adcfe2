-- Where all consumers stand (CUR-1), as of one moment: between pages, work could move from one cursor to another unseen. So it
-- takes as long as its answer is.
--
-- KEYS  the session's `count`
-- ARGV  none
-- reply marker, the fields of `cursors`, then the heads
-- calls MGET, HGETALL, ZRANGE, HMGET per 100 heads
--
-- @include lib/bounds
-- @include lib/call
-- @include lib/keys
-- @include lib/members
-- @include lib/rows
-- @include lib/shown
local bound = call('MGET', KEYS[1], base .. 'clear')
local marker = bounds(bound[1], bound[2])
local stored = call('HGETALL', cursors_key)
local found = call('ZRANGE', runnable_key, 0, -1, 'WITHSCORES')
local heads = {}
for i = 1, #found, 2 do
  local index = math.abs(found[i + 1])
  if index > marker then
    local member = found[i]
    heads[#heads + 1] = {member = member, index = index, row = row_of(member, consumer_of(member))}
  end
end
table.sort(heads, function(a, b)
  return a.index < b.index
end)
read_rows(heads, {'d', 'fc', 'lc', 'ch', 'ce', 'a', 'lf', 'lfa', 'e', 'f'})
local reply = {marker, stored}
for _, head in ipairs(heads) do
  reply[#reply + 1] = shown(head)
end
return reply
