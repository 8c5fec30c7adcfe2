-- Snapshots that heads let go (SNP-5).
-- @include lib/call
-- @include lib/careful
-- @include lib/chunks
-- @include lib/fields
-- @include lib/keys
local released = {}

local function release_pins(head)
  if head.pins and head.pins ~= '' then
    set_field(chunk_of(head.index), head.start .. 'pins', '')
    for _, ref in ipairs(cjson.decode(head.pins)) do
      released[#released + 1] = ref
    end
  end
end

-- The last release of a snapshot deletes it from the history.
local function write_releases()
  for _, ref in ipairs(released) do
    local left = careful(function()
      call('HINCRBY', base .. 'pins', ref, 1)
    end, 'HINCRBY', base .. 'pins', ref, -1)
    if left <= 0 then
      local key, index = unpack(cjson.decode(ref))
      careful(function() end, 'ZREMRANGEBYSCORE', key, index, index)
      call('HDEL', base .. 'pins', ref)
    end
  end
end
