-- Keeps states (SNP-2 to SNP-5).
--
-- KEYS  the session's `count`; `snap:<reducer>`; `snap-history:<reducer>`
-- ARGV  now, reducer, how many writes; by index: index, state, how many pins; the pins of all writes in order of their
--       index: index of the write, head's index, row, tag (`#` or `L<lane>`)
-- reply 'kept' | 'beyond' frontier
-- calls MGET, GET; HGET per older snapshot; SET, SADD, ZADD and ZREMRANGEBYSCORE; for pins HMGET, HSET, HINCRBY, and ZSCORE
--       per head that nobody claimed so far
--
-- @include lib/bounds
-- @include lib/call
-- @include lib/careful
-- @include lib/chunks
-- @include lib/clock
-- @include lib/fields
-- @include lib/keys
-- @include lib/members
-- @include lib/numbers
-- @include lib/rows
-- @include lib/snapshots
local snap_key, history_key = KEYS[2], KEYS[3]
local reducer, count = ARGV[2], tonumber(ARGV[3])
local writes, pins = 4, 4 + count * 2

local bound = call('MGET', KEYS[1], base .. 'clear')
local marker, frontier = bounds(bound[1], bound[2])
for at = writes, pins - 1, 2 do
  if tonumber(ARGV[at]) > frontier then
    return {'beyond', frontier}
  end
end
if tonumber(ARGV[pins - 2]) < marker then
  return {'kept'}
end
local now = text(time(ARGV[1]))
local stored = call('GET', snap_key)
local latest = stored and index_of(stored) >= marker and stored
local pins_key = base .. 'pins'

local function ref(index)
  return cjson.encode({history_key, text(index)})
end

-- SNP-5: pins of live heads, each once.
local heads = {}
for at = pins, #ARGV, 4 do
  if tonumber(ARGV[at]) >= marker and tonumber(ARGV[at + 1]) > marker then
    heads[#heads + 1] = {of = tonumber(ARGV[at]), index = tonumber(ARGV[at + 1]), row = ARGV[at + 2], lane = string.sub(ARGV[at + 3], 2), kind = string.sub(ARGV[at + 3], 1, 1)}
  end
end
table.sort(heads, function(a, b)
  if a.index == b.index then
    return a.of < b.of
  end
  return a.index < b.index
end)
read_rows(heads, {'d', 'f', 'p', 'pins'})

local function is_live(head)
  if head.d then
    return not head.f and not head.p
  end
  if head.kind == '#' then
    return call('ZSCORE', runnable_key, head.row .. head.index) == text(head.index)
  end
  local consumer = consumer_of(head.row)
  local index = text(head.index)
  return call('ZSCORE', runnable_key, consumer .. 'L' .. head.lane) == index
    or call('ZSCORE', runnable_key, consumer .. 'G' .. head.lane) == index
end

local added, pinned = {}, {}
for _, head in ipairs(heads) do
  local list = pinned[head.start]
  if not list then
    list = head.pins and head.pins ~= '' and cjson.decode(head.pins) or {}
    pinned[head.start] = list
    list.live = is_live(head)
  end
  local mine, has = ref(head.of), false
  for _, other in ipairs(list) do
    has = has or other == mine
  end
  if list.live and not has then
    list[#list + 1] = mine
    added[head.of] = (added[head.of] or 0) + 1
    list.chunk = chunk_of(head.index)
  end
end

local function pin_count(index)
  return tonumber(call('HGET', pins_key, ref(index)) or 0) + (added[index] or 0)
end

-- SNP-3, SNP-4
local history, states = {}, {}
for at = writes, pins - 1, 2 do
  local index = tonumber(ARGV[at])
  if index >= marker then
    local snapshot = '{"index":' .. ARGV[at] .. ',"state":' .. ARGV[at + 1] .. ',"updatedAt":' .. now .. ',"r":1}'
    local last = latest and index_of(latest)
    if last and index < last then
      if pin_count(index) > 0 then
        history[#history + 1] = {index, snapshot}
      end
    else
      if last and index > last and pin_count(last) > 0 then
        history[#history + 1] = {last, latest}
      end
      latest = snapshot
    end
  end
end

if latest and latest ~= stored then
  if not stored then
    careful(function(new)
      if new == 1 then
        call('SREM', base .. 'snap-reducers', reducer)
      end
    end, 'SADD', base .. 'snap-reducers', reducer)
  end
end
for index, more in pairs(added) do
  careful(function(count)
    if count == more then
      call('HDEL', pins_key, ref(index))
    else
      call('HINCRBY', pins_key, ref(index), -more)
    end
  end, 'HINCRBY', pins_key, ref(index), more)
end
if marker > 0 then
  careful(function() end, 'ZREMRANGEBYSCORE', history_key, '-inf', '(' .. marker)
end
for _, kept in ipairs(history) do
  careful(function() end, 'ZREMRANGEBYSCORE', history_key, kept[1], kept[1])
  call('ZADD', history_key, kept[1], kept[2])
end
if latest and latest ~= stored then
  call('SET', snap_key, latest)
end
for start, list in pairs(pinned) do
  if list.chunk then
    local chunk = list.chunk
    list.chunk, list.live = nil, nil
    set_field(chunk, start .. 'pins', cjson.encode(list))
  end
end
write_fields()
return {'kept'}
