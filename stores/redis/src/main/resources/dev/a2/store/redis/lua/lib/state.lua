-- The session's strings, read in one call: frontier, marker and type index, with the indexes that event ids name.
-- @include lib/bounds
-- @include lib/call
-- @include lib/keys
-- @include lib/typed

-- Ids are every fifth argument from `first` on. Returns marker, frontier and the ids' indexes (false: free).
local function read_state(first, count)
  local names = {KEYS[1], base .. 'clear', base .. 'typed'}
  for i = 0, count - 1 do
    names[i + 4] = base .. 'id:' .. ARGV[first + i * 5]
  end
  local values = call('MGET', unpack(names, 1, math.min(#names, 1000)))
  for from = 1001, #names, 1000 do
    for _, value in ipairs(call('MGET', unpack(names, from, math.min(from + 999, #names)))) do
      values[#values + 1] = value
    end
  end
  load_typed(values[3])
  local marker, frontier = bounds(values[1], values[2])
  local taken = {}
  for i = 1, count do
    local index = tonumber(values[i + 3] or '')
    taken[i] = index and index >= marker and index
  end
  return marker, frontier, taken
end
