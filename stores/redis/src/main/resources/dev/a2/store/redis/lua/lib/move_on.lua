-- Moves a cursor past a head that ended (CMP-5, DL-4). The head has `index`, `row`, `member`, `kind`, its `score` in
-- `runnable` and a lane's `next`.
-- @include lib/lanes
-- @include lib/logs
-- @include lib/marks
-- @include lib/members
-- @include lib/runnable

-- Wants what must be known: a log's recorded types, unless the caller serves it with some.
local function want_to_move(head, served_types)
  if head.kind == 'G' then
    want_cursor(head.member, served_types == '' and {'ty'} or {})
  elseif head.kind == 'L' and not head.next then
    want_cursor(head.member, {})
  end
end

-- The first event of the batch, which begins at ARGV[first], that a log of these types takes.
local function first_taken(types, first, count, frontier)
  if types == '*' then
    return count > 0 and frontier + 1 or nil
  end
  local takes = {}
  for _, name in ipairs(cjson.decode(types)) do
    takes[name] = true
  end
  for i = 1, count do
    if takes[ARGV[first + i * 5 - 4]] then
      return frontier + i
    end
  end
end

local function past_log(head, served_types, first, count, frontier)
  local log = cursors[head.member]
  local types = served_types ~= '' and served_types or log.ty
  log.moving = true
  log.h = next_stored(types, head.index, frontier) or first_taken(types, first, count, frontier)
  if served_types ~= '' then
    set_cursor(head.member, 'ty', types)
  end
end

-- Leaves the cursor in `cursors` if it is one with a row; the batch comes into it afterwards.
local function move_on(head, served_types, first, count, frontier)
  if head.kind == '#' then
    return
  end
  local cursor = cursors[head.member] or {}
  cursors[head.member] = cursor
  if head.kind == 'G' then
    past_log(head, served_types, first, count, frontier)
  else
    cursor.h = tonumber(head.next or '')
  end
  cursor.p, cursor.was = head.index, head.score
  set_cursor(head.member, 'h', cursor.h or '')
  set_cursor(head.member, 'p', head.index)
  if head.kind == 'L' and not cursor.h then
    set_cursor(head.member, 't', '')
  end
end

-- After the batch: where the cursor stands now in `runnable`, and whom it gives work.
local function settle_move(head, now)
  local cursor = cursors[head.member]
  if cursor and cursor.h then
    if not cursor.moved or head.next then
      make_runnable(head.member, cursor.h, head.score)
    end
    mark(consumer_of(head.member), now)
  else
    not_runnable(head.kind == '#' and head.row .. head.index or head.member, head.score)
  end
end
