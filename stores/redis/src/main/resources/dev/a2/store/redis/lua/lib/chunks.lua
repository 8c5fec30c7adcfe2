-- The hash that holds the head rows of an index: one for 1,000 of them.
-- @include lib/keys
local function chunk_of(index)
  return base .. 'heads:' .. math.floor((index - 1) / 1000)
end
