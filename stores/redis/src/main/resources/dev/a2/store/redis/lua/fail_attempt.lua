-- Ends an attempt without success (FAIL-1 to FAIL-6).
--
-- KEYS  the session's `count`; where the work index is on this server: what its keys begin with
-- ARGV  now, session (empty where it is not), index, row, attempt, error, maxFailures, when to retry (empty: at once)
-- reply 'failed' | 'dead_lettered' | 'superseded', failures | 'beyond' frontier
-- calls MGET, HMGET; HSET and HDEL; if dead ZADD, and for pins HINCRBY, HDEL, ZREMRANGEBYSCORE; else ZADD of the mark
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
-- @include lib/pins
-- @include lib/rows
-- @include lib/runnable
local session, index, row, attempt = ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]
local problem, max_failures, retry_at = ARGV[6], tonumber(ARGV[7]), ARGV[8]

local bound = call('MGET', KEYS[1], base .. 'clear')
local marker, frontier = bounds(bound[1], bound[2])
if index > frontier then
  return {'beyond', frontier}
end
if index <= marker then
  return {'superseded', 0}
end
local head = {index = index, row = row}
read_rows({head}, {'d', 'ch', 'a', 'f', 'p', 'l', 'lfa', 'pins'})
local failures = tonumber(head.a or 0)
if not head.d or head.p then
  return {'superseded', 0}
end
if head.d ~= attempt then
  return {'superseded', failures}
end
if head.f then
  return {'dead_lettered', failures}
end
if not head.ch then
  return {head.lfa == attempt and 'failed' or 'superseded', failures}
end

local now = time(ARGV[1])
local chunk, start = chunk_of(index), head.start
failures = failures + 1
set_field(chunk, start .. 'a', failures)
set_field(chunk, start .. 'lf', text(now))
set_field(chunk, start .. 'lfa', attempt)
set_field(chunk, start .. 'e', problem)
del_field(chunk, start .. 'ch')
local outcome = 'failed'
if failures >= max_failures then
  outcome = 'dead_lettered'
  set_field(chunk, start .. 'f', text(now))
  del_field(chunk, start .. 'ce')
  local consumer = consumer_of(row)
  make_runnable(head.l == '#' and row .. index or consumer .. head.l, '-' .. index, index)
  release_pins(head)
elseif retry_at == '' then
  del_field(chunk, start .. 'ce')
  mark(consumer_of(row), now)
else
  local held_until = moment(retry_at, now)
  set_field(chunk, start .. 'ce', text(held_until))
  mark(consumer_of(row), held_until)
end
write_runnable()
write_releases()
write_fields()
write_marks(session)
return {outcome, failures}
