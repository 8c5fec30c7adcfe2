-- Brings one log cursor up to date without an append (CUR-2, CUR-3).
--
-- KEYS  the session's `count`; where the work index is on this server: what its keys begin with
-- ARGV  now, session (empty where it is not), cursor, its types, whether it backfills
-- reply frontier, position, types, head (if there is one, as in a claim) | 'unindexed' down-to type…
-- calls MGET, HMGET (twice if it has a head already), HSET, ZADD, ZRANGEBYSCORE per type
--
-- @include lib/bounds
-- @include lib/call
-- @include lib/clock
-- @include lib/fields
-- @include lib/keys
-- @include lib/lanes
-- @include lib/logs
-- @include lib/marks
-- @include lib/members
-- @include lib/rows
-- @include lib/runnable
-- @include lib/shown
-- @include lib/typed
local given_now, session, cid, types, backfill = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5] == '1'

local strings = call('MGET', KEYS[1], base .. 'clear', base .. 'typed')
local marker, frontier = bounds(strings[1], strings[2])
load_typed(strings[3])
want_cursor(cid, {'h', 'p', 'ty'})
read_cursors(marker)
local log = cursors[cid]
if not log.p and frontier == marker then
  return {frontier, marker}
end
local before = log.h
wake_log(cid, types, backfill, nil, marker, frontier, time(given_now))
if reach_back then
  return unindexed_reply()
end
write_runnable()
if typed_changed then
  call('SET', base .. 'typed', cjson.encode(typed))
end
write_fields()
write_marks(session)
local reply = {frontier, log.p or (backfill and marker or frontier)}
if log.h then
  local head = {index = log.h, member = cid, row = row_of(cid, consumer_of(cid))}
  if before then
    read_rows({head}, {'d', 'fc', 'lc', 'ch', 'ce', 'a', 'lf', 'lfa', 'e', 'f'})
  end
  reply[3] = shown(head)
end
return reply
