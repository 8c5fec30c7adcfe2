-- A page of the dead letters above the marker, newest first, with their entries (DL-1).
--
-- KEYS  the session's `count`
-- ARGV  where the page begins: `-inf`, or what the last one said
-- reply 'dead' where-the-next-begins entries head… | 'missing' index
-- calls one or two ZRANGEBYSCORE; if there are some MGET, HMGET per 111 heads, XRANGE per run of neighbours
--
-- @include lib/bounds
-- @include lib/call
-- @include lib/entries
-- @include lib/heads
-- @include lib/keys
-- @include lib/rows
local from, page = ARGV[1], 200

local found, after = page_of_heads(from, '(0', page)
found = wanted_heads(found)
if #found == 0 then
  return {'dead', after or false, {}}
end
local bound = call('MGET', KEYS[1], base .. 'clear')
local marker = bounds(bound[1], bound[2])
local heads, indexes = {}, {}
for i = #found, 1, -1 do
  local head = found[i]
  head.index = -head.index
  if head.index > marker then
    heads[#heads + 1] = head
    if indexes[#indexes] ~= head.index then
      indexes[#indexes + 1] = head.index
    end
  end
end
local entries, missing = read_entries(indexes)
if missing then
  return {'missing', missing}
end
read_rows(heads, {'d', 'fc', 'lc', 'a', 'lf', 'lfa', 'e', 'f'})
local reply = {'dead', after or false, entries}
for _, head in ipairs(heads) do
  reply[#reply + 1] = {head.member, head.index, head.fc, head.lc, head.d or 0, false, false, head.a or 0, head.lf,
    head.lfa, head.e, head.f}
end
return reply
