-- Counts down the pins of a snapshot; the last release deletes it from the history (SNP-5).
-- @include lib/call
-- @include lib/careful
-- @include lib/keys
local function unpin(ref)
  local left = careful(function()
    call('HINCRBY', base .. 'pins', ref, 1)
  end, 'HINCRBY', base .. 'pins', ref, -1)
  if left <= 0 then
    local key, index = unpack(cjson.decode(ref))
    careful(function() end, 'ZREMRANGEBYSCORE', key, index, index)
    call('HDEL', base .. 'pins', ref)
  end
end
