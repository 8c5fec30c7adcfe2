-- Marks of the work index (WRK-1). KEYS[2] is what the index's keys begin with. No session is given where another server holds
-- the marks and the caller marked beforehand.
-- @include lib/call
-- @include lib/mark_names
-- @include lib/numbers
local due = {}

-- The consumer's mark is due no later than this.
local function mark(consumer, at)
  if not due[consumer] or at < due[consumer] then
    due[consumer] = at
  end
end

-- Losing a mark loses no work, so none can fail the operation.
local function write_marks(session)
  if session == '' then
    return
  end
  for consumer, at in pairs(due) do
    local name = string.match(consumer, ':(.*)')
    if try('ZADD', KEYS[2] .. 'due:' .. name, 'LT', text(at), session) == 1 then
      try('ZADD', KEYS[2] .. 'marks', 0, mark_name(session, name))
    end
  end
end
