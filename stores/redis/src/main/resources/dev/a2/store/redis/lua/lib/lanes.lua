-- Lane and log cursors as they stand while an operation moves them. One is a table: head `h` (nil when idle), position
-- `p` (nil when there is none), a lane's tail `t`, a log's types `ty`; `outdated` when it is new or from before the marker.
-- @include lib/call
-- @include lib/fields
-- @include lib/keys
local cursors, unread = {}, {}

-- Wants a cursor with these fields; they are read all at once.
local function want_cursor(cid, fields)
  if not cursors[cid] then
    cursors[cid] = {}
    unread[#unread + 1] = {cid, fields}
  end
end

local function read_cursors(marker)
  local names, owners = {}, {}
  local function fetch()
    local values = call('HMGET', cursors_key, unpack(names))
    seen[cursors_key] = true
    for i, owner in ipairs(owners) do
      owner[1][owner[2]] = values[i] or nil
    end
    names, owners = {}, {}
  end
  for _, wanted in ipairs(unread) do
    for _, field in ipairs(wanted[2]) do
      names[#names + 1] = wanted[1] .. ':' .. field
      owners[#owners + 1] = {cursors[wanted[1]], field}
    end
    if #names > 990 then
      fetch()
    end
  end
  if #names > 0 then
    fetch()
  end
  for _, wanted in ipairs(unread) do
    local cursor = cursors[wanted[1]]
    local head = tonumber(cursor.h or '')
    local position = tonumber(cursor.p or '')
    cursor.h = head and head > marker and head or nil
    cursor.p = position and math.max(position, marker)
    cursor.outdated = not position or position < marker
  end
  unread = {}
end

local function set_cursor(cid, field, value)
  set_field(cursors_key, cid .. ':' .. field, value)
end
