-- How a head is claimed, once (CLM-2 to CLM-4). A head is one that was read with `claim_columns`, with its `member` and `tag`.
-- @include lib/chunks
-- @include lib/fields
-- @include lib/pins
-- @include lib/runnable
local claim_columns = {'d', 'fc', 'lc', 'ch', 'ce', 'a', 'lf', 'lfa', 'e', 'pins'}

local function bury_lapsed(head, now)
  local chunk = chunk_of(head.index)
  set_field(chunk, head.start .. 'd', head.d)
  set_field(chunk, head.start .. 'a', head.a)
  set_field(chunk, head.start .. 'f', now)
  del_field(chunk, head.start .. 'ch')
  del_field(chunk, head.start .. 'ce')
  make_runnable(head.member, '-' .. head.index, head.index)
  release_pins(head)
  head.ch, head.ce, head.f = nil, nil, now
end

-- Times come as text; a `max_failures` of nil is never reached.
local function take(head, holder, expires, max_failures, now)
  local lapsed = head.ch
  head.d = (head.d or 0) + 1
  if lapsed then
    head.a = (head.a or 0) + 1
    if max_failures and head.a >= max_failures then
      return bury_lapsed(head, now)
    end
  end
  local chunk, start = chunk_of(head.index), head.start
  set_field(chunk, start .. 'd', head.d)
  if not head.fc then
    head.fc = now
    set_field(chunk, start .. 'fc', now)
    set_field(chunk, start .. 'l', head.tag)
  end
  set_field(chunk, start .. 'lc', now)
  set_field(chunk, start .. 'ch', holder)
  set_field(chunk, start .. 'ce', expires)
  if lapsed then
    set_field(chunk, start .. 'a', head.a)
  end
  head.lc, head.ch, head.ce = now, holder, expires
end
