-- Gives claims back before they lapse (REL-1).
--
-- KEYS  the session's `count`; where the work index is on this server: what its keys begin with
-- ARGV  now, session (empty where it is not), holder; by index: index, row, attempt of each claim
-- reply per claim, in order: 1 if it was given back, else 0
-- calls MGET; HMGET and HDEL per chunk; ZADD per consumer
--
-- @include lib/bounds
-- @include lib/call
-- @include lib/chunks
-- @include lib/clock
-- @include lib/fields
-- @include lib/keys
-- @include lib/marks
-- @include lib/members
-- @include lib/rows
local session, holder = ARGV[2], ARGV[3]
local now = time(ARGV[1])

local bound = call('MGET', KEYS[1], base .. 'clear')
local marker = bounds(bound[1], bound[2])
local heads = {}
for at = 4, #ARGV, 3 do
  heads[#heads + 1] = {index = tonumber(ARGV[at]), row = ARGV[at + 1], attempt = ARGV[at + 2]}
end
read_rows(heads, {'d', 'ch', 'p', 'f'})
local reply = {}
for i, head in ipairs(heads) do
  local held = head.index > marker and head.d == head.attempt and head.ch == holder and not head.p and not head.f
  if held then
    local chunk = chunk_of(head.index)
    del_field(chunk, head.start .. 'ch')
    del_field(chunk, head.start .. 'ce')
    mark(consumer_of(head.row), now)
  end
  reply[i] = held and 1 or 0
end
write_fields()
write_marks(session)
return reply
