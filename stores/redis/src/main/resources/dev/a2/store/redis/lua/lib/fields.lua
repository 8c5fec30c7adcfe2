-- Hash fields to write or delete, collected so that each hash takes one call of each kind. A hash is `seen` when something
-- was read from it, so that a write to it cannot fail; fields of any other must be new there.
-- @include lib/call
-- @include lib/careful
-- @include lib/keys
-- @include lib/slices
local seen, sets, dels = {}, {}, {}

local function set_field(key, field, value)
  local list = sets[key]
  if list then
    list[#list + 1] = field
    list[#list + 1] = value
  else
    sets[key] = {field, value}
  end
end

local function del_field(key, field)
  local list = dels[key]
  if list then
    list[#list + 1] = field
  else
    dels[key] = {field}
  end
end

local function write_unseen_fields()
  for key, list in pairs(sets) do
    if not seen[key] and key ~= cursors_key then
      for first = 1, #list, 1000 do
        local last = math.min(first + 999, #list)
        careful(function(added)
          for i = first, added * 2 == last - first + 1 and last or 0, 2 do
            call('HDEL', key, list[i])
          end
        end, 'HSET', key, unpack(list, first, last))
      end
    end
  end
end

-- A cursor that moves on unseen has no values to take back, so it goes last of the careful ones.
local function write_unseen_cursors()
  local list = sets[cursors_key]
  if list and not seen[cursors_key] then
    careful(function() end, 'HSET', cursors_key, unpack(list))
  end
end

local function write_fields()
  for key, list in pairs(sets) do
    if seen[key] then
      in_slices('HSET', key, list)
    end
  end
  for key, list in pairs(dels) do
    in_slices('HDEL', key, list)
  end
end
