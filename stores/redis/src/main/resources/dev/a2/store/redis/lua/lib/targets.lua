-- Events given to targets (APP-10, APP-16).
-- @include lib/chunks
-- @include lib/fields
-- @include lib/lanes
-- @include lib/marks
-- @include lib/members
-- @include lib/numbers
-- @include lib/runnable
local waits = {} -- members that have a start

local function target_event(row, index, start, now)
  local consumer = consumer_of(row)
  make_runnable(row .. index, index)
  if start then
    waits[row .. index] = true
    set_field(chunk_of(index), index .. ':' .. row .. ':ce', text(start))
    mark(consumer, math.max(start, now))
  else
    mark(consumer, now)
  end
end

-- Behind the lane's tail, or at its head if it is idle; a lane's cursor and its rows have one name.
local function target_lane(row, index, marker, now)
  local lane = cursors[row]
  if lane.h then
    set_field(chunk_of(lane.t), lane.t .. ':' .. row .. ':next', index)
  else
    lane.h = index
    make_runnable(row, index, lane.was)
    mark(consumer_of(row), now)
    set_cursor(row, 'h', index)
    if lane.outdated then
      lane.p, lane.outdated = lane.p or marker, false
      set_cursor(row, 'p', lane.p)
    end
  end
  lane.t = index
  lane.moved = true
end

local function write_tails()
  for cid, lane in pairs(cursors) do
    if lane.moved then
      set_cursor(cid, 't', lane.t)
    end
  end
end
