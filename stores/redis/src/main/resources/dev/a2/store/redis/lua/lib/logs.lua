-- Log cursors that an operation wakes (APP-11).
-- @include lib/lanes
-- @include lib/marks
-- @include lib/members
-- @include lib/runnable
-- @include lib/typed

-- The next stored event behind a position that a log of these types takes; the clear marker never lies there.
local function next_stored(types, position, frontier)
  if types == '*' then
    return position < frontier and position + 1 or nil
  end
  return next_typed(cjson.decode(types), position, frontier)
end

-- `first` is the first event of the batch that it takes.
local function wake_log(cid, types, backfill, first, marker, frontier, now)
  local log = cursors[cid]
  if log.moving then
    return
  end
  if log.ty ~= types then
    set_cursor(cid, 'ty', types)
  end
  if log.h then
    return
  end
  local position = log.p or (backfill and marker or frontier)
  log.h = next_stored(types, position, frontier) or first
  if log.h then
    set_cursor(cid, 'h', log.h)
    make_runnable(cid, log.h)
    mark(consumer_of(cid), now)
  elseif log.outdated then
    set_cursor(cid, 'h', '')
  end
  if log.outdated then
    set_cursor(cid, 'p', position)
  end
end
