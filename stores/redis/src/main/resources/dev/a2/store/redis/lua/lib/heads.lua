-- Live heads of served consumers, a page of `runnable` at a time.
-- @include lib/call
-- @include lib/keys
-- @include lib/members

-- Heads from an index through another by index, and where the next page begins (nil: nowhere). A page never ends inside
-- an index; one of 0 has no limit.
local function page_of_heads(from, through, page)
  local found
  if page == 0 then
    found = call('ZRANGEBYSCORE', runnable_key, from, through, 'WITHSCORES')
  else
    found = call('ZRANGEBYSCORE', runnable_key, from, through, 'WITHSCORES', 'LIMIT', 0, page)
  end
  local count, after = #found, nil
  if page > 0 and count == page * 2 then
    local last = found[count]
    if found[2] == last then
      found, after = call('ZRANGEBYSCORE', runnable_key, last, last, 'WITHSCORES'), '(' .. last
      count = #found
    else
      while found[count] == last do
        count = count - 2
      end
      after = last
    end
  end
  local heads = {}
  for i = 1, count, 2 do
    heads[#heads + 1] = {member = found[i], index = tonumber(found[i + 1])}
  end
  return heads, after
end

-- Those of served consumers that are not left out, with `consumer`, `row` and `tag`.
local function wanted_heads(heads, served, excluded)
  local wanted = {}
  for _, head in ipairs(heads) do
    local consumer = consumer_of(head.member)
    if (not served or served[consumer]) and not (excluded and excluded[head.member]) then
      head.consumer = consumer
      head.row, head.tag = row_of(head.member, consumer)
      wanted[#wanted + 1] = head
    end
  end
  return wanted
end
