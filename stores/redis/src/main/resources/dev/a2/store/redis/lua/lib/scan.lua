-- A hash piece by piece: its next fields and values, and where to go on. A place is empty to begin, and `done` at the end.
-- @include lib/call
-- @include lib/fields
local function scan(key, place)
  if place == 'done' then
    return {}, 'done'
  end
  local page = call('HSCAN', key, place == '' and '0' or place, 'COUNT', 1000)
  seen[key] = true
  return page[2], page[1] == '0' and 'done' or page[1]
end
