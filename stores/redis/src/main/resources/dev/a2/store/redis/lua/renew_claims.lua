-- Extends claims and tells which ones to stop (REN-1 to REN-3).
--
-- KEYS  the session's `count`; where the work index is on this server: what its keys begin with
-- ARGV  now, session (empty where it is not), holder, expiry; by index: index, row, attempt of each claim
-- reply per claim, in order: 'renewed', 'superseded' or 'neither'
-- calls MGET; HMGET and HSET per chunk; ZADD per consumer
--
-- @include lib/bounds
-- @include lib/call
-- @include lib/chunks
-- @include lib/clock
-- @include lib/fields
-- @include lib/keys
-- @include lib/marks
-- @include lib/members
-- @include lib/numbers
-- @include lib/rows
local session, holder = ARGV[2], ARGV[3]
local now = time(ARGV[1])
local expires = moment(ARGV[4], now)

local bound = call('MGET', KEYS[1], base .. 'clear')
local marker = bounds(bound[1], bound[2])
local heads = {}
for at = 5, #ARGV, 3 do
  heads[#heads + 1] = {index = tonumber(ARGV[at]), row = ARGV[at + 1], attempt = tonumber(ARGV[at + 2])}
end
read_rows(heads, {'d', 'ch', 'ce', 'p', 'f'})
local reply = {}
for i, head in ipairs(heads) do
  local attempt = tonumber(head.d or 0)
  if head.index <= marker or head.p or attempt > head.attempt then
    reply[i] = 'superseded'
  elseif attempt == head.attempt and head.ch == holder and not head.f and tonumber(head.ce) > now and expires > now then
    set_field(chunk_of(head.index), head.start .. 'ce', text(expires))
    mark(consumer_of(head.row), expires)
    reply[i] = 'renewed'
  else
    reply[i] = 'neither'
  end
end
write_fields()
write_marks(session)
return reply
