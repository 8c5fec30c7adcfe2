-- In the place of `call`: messages are noted, for the caller to send them after the script.
local call = redis.call
local function try(command, ...)
  if command ~= 'PUBLISH' then
    return redis.pcall(command, ...)
  end
  apart[#apart + 1], apart[#apart + 2] = ...
  return 0
end
