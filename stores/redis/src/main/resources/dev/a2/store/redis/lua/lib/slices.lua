-- Long argument lists in slices: unpack is bounded by Lua's stack, and a call by what others can wait for.
-- @include lib/call
local function in_slices(command, key, arguments)
  local count = #arguments
  if count <= 1000 then
    return call(command, key, unpack(arguments))
  end
  for first = 1, count, 1000 do
    call(command, key, unpack(arguments, first, math.min(first + 999, count)))
  end
end
