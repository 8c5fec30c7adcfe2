-- A mark's name in the list of all marks, which is in order of sessions (WRK-4): the session, a NUL, the consumer. A NUL in the
-- session is followed by a byte that no text has.
local function mark_name(session, consumer)
  return string.gsub(session, '%z', '\0\255') .. '\0' .. consumer
end
