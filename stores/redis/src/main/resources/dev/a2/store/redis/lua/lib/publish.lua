-- Wake-ups (APP-13): sent last, and lost rather than failing what was written (APP-14).
-- @include lib/call
local function publish(channel, message)
  try('PUBLISH', channel, message)
end

local function publish_bare(channel, index)
  publish(channel, '{"f":' .. index .. '}')
end
