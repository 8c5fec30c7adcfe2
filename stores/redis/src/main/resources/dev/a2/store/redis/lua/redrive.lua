-- Makes a dead letter live again, or skips it (DL-2 to DL-4).
--
-- KEYS  the session's `count`; where the work index is on this server: what its keys begin with
-- ARGV  now, session (empty where it is not), consumer, index, 'retry' or 'skip', whether all are served, how many logs the consumer is served
--       with; these as lane tag and types; the served consumers
-- reply 'redriven' | 'nothing', pending | 'unindexed' down-to type…
-- calls ZRANGEBYSCORE, MGET; to retry HDEL, ZADD; to skip HMGET (twice for an unserved log), HSET of rows and of cursors,
--       ZADD or ZREM, ZRANGEBYSCORE per type; then ZCOUNT or ZREVRANGEBYSCORE
--
-- @include lib/bounds
-- @include lib/call
-- @include lib/chunks
-- @include lib/clock
-- @include lib/fields
-- @include lib/keys
-- @include lib/lanes
-- @include lib/marks
-- @include lib/members
-- @include lib/move_on
-- @include lib/numbers
-- @include lib/pending
-- @include lib/rows
-- @include lib/runnable
-- @include lib/served
-- @include lib/typed
local session, consumer, index, skips = ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5] == 'skip'
local serves_all, logs = ARGV[6] == '1', 8
local served_first = logs + ARGV[7] * 2
local served = not serves_all and served_from(served_first, #ARGV) or nil

local strings = call('MGET', KEYS[1], base .. 'clear', base .. 'typed')
local marker, frontier = bounds(strings[1], strings[2])
load_typed(strings[3])
-- As many as one event has dead heads.
local head
for _, member in ipairs(call('ZRANGEBYSCORE', runnable_key, -index, -index)) do
  if consumer_of(member) == consumer then
    head = {index = index, member = member, score = -index}
    break
  end
end
if not head or index <= marker then
  return {'nothing', pending_at_once(served)}
end
head.row, head.tag = row_of(head.member, consumer)
head.kind = string.sub(head.tag, 1, 1)
local now = time(ARGV[1])
local chunk = chunk_of(index)

if skips then
  local types = ''
  for at = logs, served_first - 1, 2 do
    if ARGV[at] == head.tag then
      types = ARGV[at + 1]
    end
  end
  read_rows({head}, {'next'})
  want_to_move(head, types)
  read_cursors(marker)
  move_on(head, types, 0, 0, frontier)
  if reach_back then
    return unindexed_reply()
  end
  settle_move(head, now)
  set_field(chunk, head.start .. 'p', text(now))
  write_unseen_cursors()
  write_runnable()
  if typed_changed then
    call('SET', base .. 'typed', cjson.encode(typed))
  end
  write_fields()
else
  local start = index .. ':' .. head.row .. ':'
  del_field(chunk, start .. 'a')
  del_field(chunk, start .. 'f')
  make_runnable(head.member, index, -index)
  mark(consumer, now)
  write_fields()
  write_runnable()
end
write_marks(session)
return {'redriven', pending_at_once(served)}
