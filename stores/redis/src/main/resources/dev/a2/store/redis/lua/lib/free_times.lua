-- When the first live head of each asked consumer is free: by consumer, now at the earliest; those without one are missing.
-- Where thousands of heads do not tell, whoever is left is to be looked at again soon, so that no look takes longer.
-- @include lib/heads
-- @include lib/rows
local function free_times(asked, count, now)
  local first, open, from, pages_left = {}, count, 1, 25
  while from and open > 0 and pages_left > 0 do
    local heads, after = page_of_heads(from, '+inf', 200)
    heads = wanted_heads(heads, asked)
    read_rows(heads, {'ce'})
    for _, head in ipairs(heads) do
      local free = math.max(tonumber(head.ce or 0), now)
      if free == now and first[head.consumer] ~= now then
        open = open - 1
      end
      first[head.consumer] = math.min(first[head.consumer] or free, free)
    end
    from, pages_left = after, pages_left - 1
  end
  if from and open > 0 then
    local soon = now + 1000
    for consumer in pairs(asked) do
      first[consumer] = math.min(first[consumer] or soon, soon)
    end
  end
  return first
end
