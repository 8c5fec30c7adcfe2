-- Cursors when the lifetimes before the marker go: lanes that stand below it leave nothing, logs stand at it.
-- @include lib/call
-- @include lib/fields
-- @include lib/keys
local function sweep_cursor(cid, position, head, types, marker)
  local is_live = head ~= '' and tonumber(head) > marker
  if not types and not is_live and position <= marker then
    del_field(cursors_key, cid .. ':h')
    del_field(cursors_key, cid .. ':p')
    del_field(cursors_key, cid .. ':t')
  elseif types and position < marker then
    set_field(cursors_key, cid .. ':p', marker)
    if not is_live then
      set_field(cursors_key, cid .. ':h', '')
    end
  end
end

-- Those whose position is among these fields of `cursors`; `whole` when these are all fields there are.
local function sweep_cursors(stored, whole, marker)
  local values, cids, names = {}, {}, {}
  for i = 1, #stored, 2 do
    values[stored[i]] = stored[i + 1]
    local cid = string.match(stored[i], '^(.*):p$')
    if cid then
      cids[#cids + 1] = cid
      names[#names + 1] = cid .. ':h'
      names[#names + 1] = cid .. ':ty'
    end
  end
  for first = 1, whole and 0 or #names, 1000 do
    local last = math.min(first + 999, #names)
    for i, value in ipairs(call('HMGET', cursors_key, unpack(names, first, last))) do
      values[names[first + i - 1]] = value or nil
    end
  end
  for _, cid in ipairs(cids) do
    sweep_cursor(cid, tonumber(values[cid .. ':p']), values[cid .. ':h'] or '', values[cid .. ':ty'], marker)
  end
end
