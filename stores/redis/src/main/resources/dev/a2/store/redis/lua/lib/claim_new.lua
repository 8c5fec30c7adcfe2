-- Claims heads in the step that makes them (APP-17): what `lib/claims` does with heads that nobody ever held.
-- @include lib/chunks
-- @include lib/fields
-- @include lib/marks
-- @include lib/members
-- @include lib/numbers
-- @include lib/runnable
-- @include lib/targets

-- Heads beyond the frontier that become live and wait for nothing: members and indexes in turns. Their marks are due when the
-- claims end, unless some other head of the consumer comes up.
local function claim_new(frontier, served, holder, expires, now)
  local claimed, free = {}, {}
  for i = 1, #scores, 2 do
    local index, member = scores[i], scores[i + 1]
    local consumer = consumer_of(member)
    if index > frontier and not waits[member] and (not served or served[consumer]) then
      local row, tag = row_of(member, consumer)
      local chunk, start = chunk_of(index), index .. ':' .. row .. ':'
      set_field(chunk, start .. 'd', 1)
      set_field(chunk, start .. 'fc', text(now))
      set_field(chunk, start .. 'l', tag)
      set_field(chunk, start .. 'lc', text(now))
      set_field(chunk, start .. 'ch', holder)
      set_field(chunk, start .. 'ce', text(expires))
      claimed[#claimed + 1], claimed[#claimed + 2] = member, index
    else
      free[consumer] = true
    end
  end
  for consumer in pairs(due) do
    if not free[consumer] then
      due[consumer] = math.max(expires, now)
    end
  end
  return claimed
end
