-- The index of events by type: `typed` says from which index on each type's set is whole (CUR-4).
-- @include lib/call
-- @include lib/careful
-- @include lib/keys
local typed, typed_changed = {}, false
-- Types whose set must first reach back, and how far.
local unindexed, reach_back = {}, nil

local function load_typed(stored)
  if stored then
    typed = cjson.decode(stored)
  end
end

local function type_key(name)
  return base .. 'type:' .. string.gsub(name, '.', function(c)
    return string.format('%02x', string.byte(c))
  end)
end

-- The first stored event of these types behind a position, nil if there is none; notes what is not indexed so far.
local function next_typed(types, position, frontier)
  local first
  for _, name in ipairs(types) do
    local known = typed[name]
    if not known and position >= frontier then
      typed[name] = {frontier, frontier}
      typed_changed = true
    elseif not known or known[1] > position then
      unindexed[#unindexed + 1] = name
      reach_back = math.min(reach_back or position, position)
    elseif known[2] > position then
      local found = call('ZRANGEBYSCORE', type_key(name), '(' .. position, '+inf', 'LIMIT', 0, 1)[1]
      if found and (not first or tonumber(found) < first) then
        first = tonumber(found)
      end
    end
  end
  return first
end

-- The answer that asks for them: they can be more than unpack can take.
local function unindexed_reply()
  local reply = {'unindexed', reach_back}
  for i, name in ipairs(unindexed) do
    reply[i + 2] = name
  end
  return reply
end

-- Adds new events of indexed types to their sets; `additions` is by type a list of indexes.
local function index_types(additions)
  for name, indexes in pairs(additions) do
    local key, arguments = type_key(name), {}
    for _, index in ipairs(indexes) do
      arguments[#arguments + 1] = index
      arguments[#arguments + 1] = index
    end
    for first = 1, #arguments, 1000 do
      local last = math.min(first + 999, #arguments)
      careful(function(added)
        for i = first, added * 2 == last - first + 1 and last or 0, 2 do
          call('ZREM', key, arguments[i])
        end
      end, 'ZADD', key, unpack(arguments, first, last))
    end
    typed[name][2] = indexes[#indexes]
    typed_changed = true
  end
end
