-- Deletes what old lifetimes left when none of their events is left (CLR-6), and what an empty lifetime needs no more (CLR-7).
-- Of each kind a piece: whoever has more to do is told where to go on. Reducers and types are as many as the programs have.
--
-- KEYS  the session's `count`
-- ARGV  where to go on with chunks of head rows, rows of the marker's own chunk, cursors and pins: empty to begin, `done`, or
--       what the last reply said
-- reply where to go on with each, and with what is by index: all `done` when nothing is left
-- calls MGET, ZCARD, SMEMBERS, HSCAN of rows, cursors and pins; MGET of snapshots; ZCOUNT and ZREMRANGEBYRANK per reducer and
--       type; UNLINK; HDEL and HSET; HMGET if there are many cursors
--
-- @include lib/bounds
-- @include lib/call
-- @include lib/chunks
-- @include lib/fields
-- @include lib/keys
-- @include lib/numbers
-- @include lib/old_cursors
-- @include lib/scan
-- @include lib/snapshots
-- @include lib/typed
local chunks_left, rows_left, cursors_left, pins_left = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local at_once = 900

local strings = call('MGET', KEYS[1], base .. 'clear', base .. 'typed')
local marker, frontier = bounds(strings[1], strings[2])
load_typed(strings[3])
local empty = frontier == marker and call('ZCARD', runnable_key) == 0
local gone, sets = {}, {}

-- Rows below the marker in its own chunk.
local fields
fields, rows_left = scan(chunk_of(marker), rows_left)
for i = 1, #fields, 2 do
  if tonumber(string.match(fields[i], '^%d+')) <= marker then
    del_field(chunk_of(marker), fields[i])
  end
end

local whole = cursors_left == ''
fields, cursors_left = scan(cursors_key, cursors_left)
sweep_cursors(fields, whole and cursors_left == 'done', marker)

-- Pins and snapshots.
fields, pins_left = scan(base .. 'pins', pins_left)
for i = 1, #fields, 2 do
  if tonumber(string.match(fields[i], '"(%d+)"%]$')) < marker then
    del_field(base .. 'pins', fields[i])
  end
end
local reducers = call('SMEMBERS', base .. 'snap-reducers')
local snaps, snapshots_left = {}, false
for i, reducer in ipairs(reducers) do
  snaps[i] = base .. 'snap:' .. reducer
  sets[#sets + 1] = base .. 'snap-history:' .. reducer
end
if #snaps > 0 then
  for i, snapshot in ipairs(call('MGET', unpack(snaps))) do
    if snapshot and index_of(snapshot) < marker then
      gone[#gone + 1] = snaps[i]
    elseif snapshot then
      snapshots_left = true
    end
  end
end

for name in pairs(typed) do
  sets[#sets + 1] = type_key(name)
end

local sets_left, below = 'done', {}
for i, key in ipairs(sets) do
  below[i] = call('ZCOUNT', key, '-inf', '(' .. marker)
  sets_left = below[i] > at_once and 'more' or sets_left
end

-- Everything was looked at, so from here on nothing fails.
for i, key in ipairs(sets) do
  if below[i] > 0 then
    call('ZREMRANGEBYRANK', key, 0, math.min(below[i], at_once) - 1)
  end
end
local function unlink(keys)
  return #keys > 0 and call('UNLINK', unpack(keys)) or 0
end
-- Whole chunks of rows, downward until a piece held none.
local highest = chunks_left == '' and math.floor((marker - 1) / 1000) - 1 or tonumber(chunks_left)
chunks_left = 'done'
if highest and highest >= 0 then
  local chunks = {}
  for number = highest, math.max(0, highest - at_once + 1), -1 do
    chunks[#chunks + 1] = base .. 'heads:' .. number
  end
  if unlink(chunks) > 0 and highest >= at_once then
    chunks_left = text(highest - at_once)
  end
end
local all_done = chunks_left == 'done' and rows_left == 'done' and cursors_left == 'done' and pins_left == 'done'
  and sets_left == 'done'
if empty and all_done then
  local entry = call('XRANGE', log_key, marker, marker)[1]
  if entry then
    gone[#gone + 1] = base .. 'id:' .. entry[2][2]
  end
  gone[#gone + 1] = KEYS[1]
  gone[#gone + 1] = base .. 'typed'
  if not snapshots_left then
    gone[#gone + 1] = base .. 'snap-reducers'
  end
end
unlink(gone)
write_fields()
return {chunks_left, rows_left, cursors_left, pins_left, sets_left}
