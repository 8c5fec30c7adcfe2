-- The head that a completion claimed (CMP-7), if the claim lasts: what was claimed is not written down, but it is the head
-- right behind the done one, claimed for the first time when that was completed.
-- @include lib/entries
-- @include lib/lanes
-- @include lib/rows
-- @include lib/shown
local function still_held(member, done, holder, now, marker)
  want_cursor(member, {'h', 'p'})
  read_cursors(marker)
  local cursor = cursors[member]
  if not cursor.h or cursor.p ~= done.index then
    return
  end
  local head = {index = cursor.h, row = done.row, member = member}
  read_rows({head}, {'d', 'fc', 'lc', 'ch', 'ce', 'a', 'lf', 'lfa', 'e', 'f'})
  if head.d ~= '1' or head.ch ~= holder or head.fc ~= done.p or tonumber(head.ce) <= now then
    return
  end
  local entries = read_entries({cursor.h})
  if entries then
    return shown(head), entries[1]
  end
end
