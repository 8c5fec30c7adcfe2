-- The dead letters above the marker, with their entries (DL-1).
--
-- KEYS  the session's `count`
-- ARGV  none
-- reply 'dead' entries head… | 'missing' index
-- calls ZRANGEBYSCORE; if there are some MGET, HMGET per 111 heads, XRANGE per run of neighbours
--
-- @include lib/bounds
-- @include lib/call
-- @include lib/entries
-- @include lib/keys
-- @include lib/members
-- @include lib/rows
local found = call('ZRANGEBYSCORE', runnable_key, '-inf', '(0', 'WITHSCORES')
if #found == 0 then
  return {'dead', {}}
end
local bound = call('MGET', KEYS[1], base .. 'clear')
local marker = bounds(bound[1], bound[2])
local heads, indexes = {}, {}
for i = #found, 1, -2 do
  local index, member = -tonumber(found[i]), found[i - 1]
  if index > marker then
    heads[#heads + 1] = {index = index, member = member, row = row_of(member, consumer_of(member))}
    if indexes[#indexes] ~= index then
      indexes[#indexes + 1] = index
    end
  end
end
local entries, missing = read_entries(indexes)
if missing then
  return {'missing', missing}
end
read_rows(heads, {'d', 'fc', 'lc', 'a', 'lf', 'lfa', 'e', 'f'})
local reply = {'dead', entries}
for _, head in ipairs(heads) do
  reply[#reply + 1] = {head.member, head.index, head.fc, head.lc, head.d or 0, false, false, head.a or 0, head.lf,
    head.lfa, head.e, head.f}
end
return reply
