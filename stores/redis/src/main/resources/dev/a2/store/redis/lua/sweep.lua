-- Deletes what old lifetimes left when none of their events is left (CLR-6), and what an empty lifetime needs no more (CLR-7).
--
-- KEYS  the session's `count`
-- ARGV  none
-- reply OK
-- calls MGET, SMEMBERS, HGETALL, HKEYS of two hashes, ZCARD; MGET and DEL of snapshots, ZREMRANGEBYSCORE per reducer and type;
--       HDEL and HSET; UNLINK
--
-- @include lib/bounds
-- @include lib/call
-- @include lib/chunks
-- @include lib/fields
-- @include lib/keys
-- @include lib/snapshots
-- @include lib/typed
local strings = call('MGET', KEYS[1], base .. 'clear', base .. 'typed')
local marker, frontier = bounds(strings[1], strings[2])
load_typed(strings[3])
local empty = frontier == marker and call('ZCARD', runnable_key) == 0
local gone = {}

-- Head rows: whole chunks, then what lies below the marker in its own.
local chunk = chunk_of(marker)
for number = math.max(0, math.floor((marker - 1) / 1000) - 900), math.floor((marker - 1) / 1000) - 1 do
  gone[#gone + 1] = base .. 'heads:' .. number
end
for _, field in ipairs(call('HKEYS', chunk)) do
  if tonumber(string.match(field, '^%d+')) <= marker then
    del_field(chunk, field)
  end
end

-- Cursors: lanes that stand below the marker, and where logs stand in the new lifetime.
local stored, values = call('HGETALL', cursors_key), {}
seen[cursors_key] = true
for i = 1, #stored, 2 do
  values[stored[i]] = stored[i + 1]
end
for field, value in pairs(values) do
  local cid = string.match(field, '^(.*):p$')
  if cid then
    local head = tonumber(values[cid .. ':h'] or '')
    local is_log = values[cid .. ':ty']
    if not is_log and not (head and head > marker) and tonumber(value) <= marker then
      del_field(cursors_key, cid .. ':h')
      del_field(cursors_key, field)
      del_field(cursors_key, cid .. ':t')
    elseif is_log and tonumber(value) < marker then
      set_field(cursors_key, field, marker)
      if not (head and head > marker) then
        set_field(cursors_key, cid .. ':h', '')
      end
    end
  end
end

-- Pins and snapshots.
for _, ref in ipairs(call('HKEYS', base .. 'pins')) do
  if tonumber(string.match(ref, '"(%d+)"%]$')) < marker then
    del_field(base .. 'pins', ref)
  end
end
local reducers = call('SMEMBERS', base .. 'snap-reducers')
local snaps, snapshots_left = {}, false
for i, reducer in ipairs(reducers) do
  snaps[i] = base .. 'snap:' .. reducer
  call('ZREMRANGEBYSCORE', base .. 'snap-history:' .. reducer, '-inf', '(' .. marker)
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

-- Type indexes.
for name in pairs(typed) do
  if empty then
    gone[#gone + 1] = type_key(name)
  else
    call('ZREMRANGEBYSCORE', type_key(name), '-inf', '(' .. marker)
  end
end

if empty then
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
for first = 1, #gone, 1000 do
  call('UNLINK', unpack(gone, first, math.min(first + 999, #gone)))
end
write_fields()
return 'OK'
