-- Head rows, read column by column in as few calls as there are chunks. A head is a table with `index` and `row`;
-- heads come in order of their index, and each gets its columns' values by name.
-- @include lib/call
-- @include lib/chunks
-- @include lib/fields
local function read_rows(heads, columns)
  local width = #columns
  local fields, key, first = {}, nil, 1
  local function fetch(last)
    local values = call('HMGET', key, unpack(fields))
    seen[key] = true
    local at = 0
    for i = first, last do
      local head = heads[i]
      for column = 1, width do
        head[columns[column]] = values[at + column]
      end
      at = at + width
    end
    fields, first = {}, last + 1
  end
  for i = 1, #heads do
    local head = heads[i]
    local chunk = chunk_of(head.index)
    if #fields > 0 and (chunk ~= key or #fields + width > 999) then
      fetch(i - 1)
    end
    key = chunk
    local start = head.index .. ':' .. head.row .. ':'
    head.start = start
    local at = #fields
    for column = 1, width do
      fields[at + column] = start .. columns[column]
    end
  end
  if #fields > 0 then
    fetch(#heads)
  end
end
