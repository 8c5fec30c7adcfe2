-- When the first live head of each asked consumer is free: by consumer, now at the earliest; those without one are missing.
-- @include lib/heads
-- @include lib/rows
local function free_times(asked, count, now)
  local first, open, from = {}, count, 1
  while from and open > 0 do
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
    from = after
  end
  return first
end
