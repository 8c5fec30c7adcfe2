-- A batch of events: `count` times id, type, payload, cause and what a wake-up says of it, from ARGV[first] on.
-- @include lib/call
-- @include lib/careful
-- @include lib/keys
-- @include lib/numbers
-- @include lib/publish
-- @include lib/typed

local function index_batch(first, count, frontier)
  local additions
  for i = 1, count do
    local name = ARGV[first + i * 5 - 4]
    if typed[name] then
      additions = additions or {}
      additions[name] = additions[name] or {}
      table.insert(additions[name], frontier + i)
    end
  end
  if additions then
    index_types(additions)
  end
end

-- As if it had never been there: its index is the log's next one again.
local function take_back_entry(id)
  local before = string.match(id, '^%d+') - 1
  call('XDEL', log_key, id)
  if before > 0 then
    call('XSETID', log_key, text(before) .. '-0')
  else
    call('DEL', log_key)
  end
end

-- Into the log. Only its first new entry can fail.
local function write_events(first, count, frontier, now)
  local created = text(now)
  index_batch(first, count, frontier)
  for i = 1, count do
    local at = first + i * 5 - 5
    careful(take_back_entry, 'XADD', log_key, frontier + i .. '-0', 'id', ARGV[at], 'type', ARGV[at + 1], 'payload',
      ARGV[at + 2], 'created_at', created, 'cause', ARGV[at + 3])
  end
end

-- What says that they are there, which cannot fail.
local function write_strings(first, count, frontier)
  local names = {KEYS[1], frontier + count}
  for i = 1, count do
    names[i * 2 + 1] = base .. 'id:' .. ARGV[first + i * 5 - 5]
    names[i * 2 + 2] = frontier + i
  end
  if typed_changed then
    names[#names + 1] = base .. 'typed'
    names[#names + 1] = cjson.encode(typed)
  end
  for from = 1, #names, 1000 do
    call('MSET', unpack(names, from, math.min(from + 999, #names)))
  end
end

-- APP-13: with the events, if the caller gave their texts and the whole stays small; else the index alone.
local function announce_batch(channel, first, count, frontier, now)
  local parts = {}
  for i = 1, count do
    local at = first + i * 5 - 5
    if ARGV[at + 4] == '' then
      return publish_bare(channel, frontier + count)
    end
    parts[i] = '[' .. frontier + i .. ARGV[at + 4] .. ARGV[at + 2] .. ']'
  end
  local message = '{"f":' .. frontier + count .. ',"t":' .. text(now) .. ',"e":[' .. table.concat(parts, ',') .. ']}'
  if #message > 32768 then
    return publish_bare(channel, frontier + count)
  end
  publish(channel, message)
end
