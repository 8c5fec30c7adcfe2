-- Ends an attempt: its head is done, its cursor moves on and the returned events are appended (CMP-1 to CMP-7).
--
-- KEYS  the session's `count`; where the work index is on this server: what its keys begin with
-- ARGV  now, session (empty where it is not), channel, index, row, attempt, the types that its log is served with (empty: not served or no log),
--       JSON of the returned ids, holder, expiry and maxFailures of the claim of the next head (empty: none),
--       how many events, targets without lane, targets with one and logs; then these
-- reply 'completed' first-index now next-head its-entry | 'replayed' returned-ids
--       index-of-each-id next-head its-entry | 'superseded' | 'beyond' frontier | 'taken' | 'missing' index | 'unindexed' down-to type…
-- calls MGET, HMGET (twice if cursors must be read), HSET of rows and of cursors, ZADD or ZREM; what append calls for the
--       events; for pins HINCRBY, HDEL, ZREMRANGEBYSCORE; XRANGE for a claimed next head; PUBLISH
--
-- @include lib/batch
-- @include lib/call
-- @include lib/chunks
-- @include lib/claims
-- @include lib/clock
-- @include lib/entries
-- @include lib/events
-- @include lib/fields
-- @include lib/keys
-- @include lib/lanes
-- @include lib/marks
-- @include lib/members
-- @include lib/move_on
-- @include lib/numbers
-- @include lib/pins
-- @include lib/rows
-- @include lib/runnable
-- @include lib/shown
-- @include lib/state
-- @include lib/still_held
-- @include lib/typed
local given_now, session, channel = ARGV[1], ARGV[2], ARGV[3]
local index, row, attempt = tonumber(ARGV[4]), ARGV[5], ARGV[6]
local served_types, returned_ids = ARGV[7], ARGV[8]
local holder, expiry, max_failures = ARGV[9], ARGV[10], ARGV[11]
local event_count = tonumber(ARGV[12])
local events = 16
local eaches = events + event_count * 5
local lanes = eaches + ARGV[13] * 3
local logs = lanes + ARGV[14] * 2
local last = logs + ARGV[15] * 4 - 1

local marker, frontier, taken = read_state(events, event_count)
if index > frontier then
  return {'beyond', frontier}
end
if index <= marker then
  return {'superseded'}
end
local head = {index = index, row = row}
read_rows({head}, {'d', 'ch', 'f', 'p', 'pa', 'ri', 'l', 'next', 'pins'})
if head.p then
  if head.pa ~= attempt then
    return {'superseded'}
  end
  local repeated = {'replayed', head.ri, taken}
  if holder ~= '' and head.l ~= '#' then
    local following, entry = still_held(consumer_of(row) .. head.l, head, holder, time(given_now), marker)
    repeated[4], repeated[5] = following, entry
  end
  return repeated
end
if head.d ~= attempt or not head.ch or head.f then
  return {'superseded'}
end
for i = 1, event_count do
  if taken[i] then
    return {'taken'}
  end
end

local now = time(given_now)
head.kind, head.member, head.score = string.sub(head.l, 1, 1), consumer_of(row) .. head.l, index
want_to_move(head, served_types)
want_cursors(lanes, logs, last)
read_cursors(marker)
move_on(head, served_types, events, event_count, frontier)
give(eaches, lanes, logs, marker, frontier, now)
wake_logs(logs, last, marker, frontier, now)
if reach_back then
  return unindexed_reply()
end
settle_move(head, now)

local result = {'completed', frontier + 1, text(now)}
local cursor = cursors[head.member]
if holder ~= '' and cursor and cursor.h then
  local following = {index = cursor.h, row = row, member = head.member, tag = head.l}
  local entries, missing
  if cursor.h <= frontier then
    entries, missing = read_entries({cursor.h})
    if missing then
      return {'missing', missing}
    end
  end
  read_rows({following}, claim_columns)
  if not following.ce or tonumber(following.ce) <= now then
    take(following, holder, text(moment(expiry, now)), tonumber(max_failures), text(now))
    result[4], result[5] = shown(following), entries and entries[1]
  end
end

local chunk, start = chunk_of(index), head.start
set_field(chunk, start .. 'p', text(now))
set_field(chunk, start .. 'pa', attempt)
set_field(chunk, start .. 'ri', returned_ids)
release_pins(head)

write_unseen_fields()
write_runnable()
if event_count > 0 then
  write_events(events, event_count, frontier, now)
end
write_unseen_cursors()
write_releases()
if event_count > 0 then
  write_strings(events, event_count, frontier)
elseif typed_changed then
  call('SET', base .. 'typed', cjson.encode(typed))
end
write_fields()
write_marks(session)
if event_count > 0 then
  announce_batch(channel, events, event_count, frontier, now)
end
return result
