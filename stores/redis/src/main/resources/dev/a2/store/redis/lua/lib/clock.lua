-- The time in epoch milliseconds: the caller's, or the server's where the caller gave none (CLK-2).
-- @include lib/call
local function time(given)
  if given ~= '' then
    return tonumber(given)
  end
  local clock = call('TIME')
  return clock[1] * 1000 + math.floor(clock[2] / 1000)
end

-- A moment as it is given, or so long after now where it begins with a plus.
local function moment(given, now)
  if string.sub(given, 1, 1) == '+' then
    return now + tonumber(string.sub(given, 2))
  end
  return tonumber(given)
end
