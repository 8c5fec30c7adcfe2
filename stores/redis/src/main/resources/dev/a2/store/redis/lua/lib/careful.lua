-- Writes to keys whose type nobody looked at: they go first, and if one fails the ones before it are taken back, so that
-- a script writes all or nothing (the server itself takes nothing back). Whoever takes back is given the write's own reply, which
-- tells whether what it added was new.
-- @include lib/call
local undo = {}

local function careful(taken_back, ...)
  local reply = try(...)
  if type(reply) == 'table' and reply.err then
    for i = #undo, 1, -1 do
      undo[i][1](undo[i][2])
    end
    error(reply.err, 0)
  end
  undo[#undo + 1] = {taken_back, reply}
  return reply
end
