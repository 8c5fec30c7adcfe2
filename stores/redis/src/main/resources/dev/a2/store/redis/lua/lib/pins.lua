-- Snapshots that heads let go (SNP-5).
-- @include lib/chunks
-- @include lib/fields
-- @include lib/unpin
local released = {}

local function release_pins(head)
  if head.pins and head.pins ~= '' then
    set_field(chunk_of(head.index), head.start .. 'pins', '')
    for _, ref in ipairs(cjson.decode(head.pins)) do
      released[#released + 1] = ref
    end
  end
end

local function write_releases()
  for _, ref in ipairs(released) do
    unpin(ref)
  end
end
