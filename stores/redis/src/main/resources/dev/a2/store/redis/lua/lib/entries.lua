-- Log entries at the given indexes, which are in order: neighbours in one call. Also the first index that has none.
-- @include lib/call
-- @include lib/keys
local function read_entries(indexes)
  local entries = {}
  local from = 1
  while from <= #indexes do
    local to = from
    while indexes[to + 1] == indexes[to] + 1 do
      to = to + 1
    end
    local page = call('XRANGE', log_key, indexes[from], indexes[to])
    for i = from, to do
      local entry = page[i - from + 1]
      if not entry or entry[1] ~= indexes[i] .. '-0' then
        return nil, indexes[i]
      end
      entries[i] = entry
    end
    from = to + 1
  end
  return entries
end
