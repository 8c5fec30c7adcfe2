-- A member of `runnable` taken apart: the consumer as `<bytes>:<name>`, the tag behind it, and the head row's name.
local function consumer_of(member)
  local digits = string.match(member, '^%d+')
  return string.sub(member, 1, #digits + 1 + digits)
end

local function row_of(member, consumer)
  local tag = string.sub(member, #consumer + 1)
  local kind = string.sub(tag, 1, 1)
  if kind == '#' then
    return consumer .. '#', '#'
  end
  return consumer .. 'L' .. string.sub(tag, 2), tag
end
