-- Appends a batch: whole or not at all, at consecutive indexes (APP-1 to APP-17, CLK-3).
--
-- KEYS  the session's `count`; where the work index is on this server: what its keys begin with
-- ARGV  now, session (empty where it is not), channel, originIndex, ifLastIndex, whether the batch itself gives work, whether all are served,
--       how many events, targets without lane, targets with one, logs and causes (index, row, attempt);
--       holder and expiry of the claims of new heads (empty: none); then these, and the served consumers
-- reply 'appended' first-index created-at pending, if it claims expiry {member index…} | 'stored' first-index pending | 'partial' | 'cleared' marker
--       | 'conflict' frontier | 'superseded' which-cause | 'unindexed' down-to type…
-- calls MGET and MSET (one per 1,000 keys), XADD per event; HMGET and HSET for lanes, logs and causes; ZADD for new heads,
--       indexed types and marks; one ZCOUNT or ZREVRANGEBYSCORE if the batch itself does not tell of pending work;
--       ZRANGEBYSCORE per type of an idle typed log; PUBLISH
--
-- @include lib/batch
-- @include lib/claim_new
-- @include lib/clock
-- @include lib/events
-- @include lib/fence
-- @include lib/fields
-- @include lib/lanes
-- @include lib/marks
-- @include lib/numbers
-- @include lib/pending
-- @include lib/runnable
-- @include lib/served
-- @include lib/state
-- @include lib/typed
local session, channel, origin, if_last = ARGV[2], ARGV[3], ARGV[4], ARGV[5]
local gives_work, serves_all = ARGV[6] == '1', ARGV[7] == '1'
local given_now, event_count = ARGV[1], tonumber(ARGV[8])
local holder, expiry = ARGV[13], ARGV[14]
local events = 15
local eaches = events + event_count * 5
local lanes = eaches + ARGV[9] * 3
local logs = lanes + ARGV[10] * 2
local causes = logs + ARGV[11] * 4
local served = causes + ARGV[12] * 3

local marker, frontier, taken = read_state(events, event_count)

local function pending()
  return gives_work and 1 or pending_at_once(not serves_all and served_from(served, #ARGV) or nil)
end

-- APP-3
local stored = 0
for i = 1, event_count do
  if taken[i] then
    stored = stored + 1
    if taken[i] ~= (taken[1] or 0) + i - 1 then
      return {'partial'}
    end
  end
end
if stored > 0 then
  if stored < event_count then
    return {'partial'}
  end
  gives_work = false
  return {'stored', taken[1], pending()}
end

if origin ~= '' and tonumber(origin) <= marker then
  return {'cleared', marker}
end
if if_last ~= '' and tonumber(if_last) ~= frontier then
  return {'conflict', frontier}
end
if served > causes then
  local list = {}
  for at = causes, served - 1, 3 do
    list[#list + 1] = {index = ARGV[at], row = ARGV[at + 1], attempt = ARGV[at + 2]}
  end
  local which = first_superseded(list, marker)
  if which then
    return {'superseded', which}
  end
end

local now = time(given_now)
want_cursors(lanes, logs, causes - 1)
read_cursors(marker)
give(eaches, lanes, logs, marker, frontier, now)
wake_logs(logs, causes - 1, marker, frontier, now)
if reach_back then
  return unindexed_reply()
end

local expires, claimed
if holder ~= '' then
  expires = moment(expiry, now)
  claimed = claim_new(frontier, not serves_all and served_from(served, #ARGV) or nil, holder, expires, now)
end

write_unseen_fields()
write_runnable()
write_events(events, event_count, frontier, now)
write_strings(events, event_count, frontier)
write_fields()
write_marks(session)
local result = {'appended', frontier + 1, text(now), pending(), expires and text(expires), claimed}
announce_batch(channel, events, event_count, frontier, now)
return result
