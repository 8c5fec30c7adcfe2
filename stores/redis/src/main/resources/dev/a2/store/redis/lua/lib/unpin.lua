-- Counts down the pins of a snapshot; the last release deletes it from the history (SNP-5). It fails nothing: a key of a wrong
-- type counts as absent.
-- @include lib/call
-- @include lib/keys
local function unpin(ref)
  local left = try('HINCRBY', base .. 'pins', ref, -1)
  if type(left) == 'table' or left <= 0 then
    local key, index = unpack(cjson.decode(ref))
    try('ZREMRANGEBYSCORE', key, index, index)
    try('HDEL', base .. 'pins', ref)
  end
end
