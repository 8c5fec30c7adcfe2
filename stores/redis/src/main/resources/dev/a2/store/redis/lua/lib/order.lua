-- The contract's order of heads (CLM-1): by index, then consumer by UTF-16 code units, then event cursor before lanes by bytes.

-- Bytes sort as code points do; UTF-16 puts those of four bytes before the last ones of three.
local function utf16_order(name)
  return (string.gsub(name, '[\240-\244]', '\237\255%0'))
end

local function sort_heads(heads)
  for _, head in ipairs(heads) do
    head.name = utf16_order(string.match(head.consumer, ':(.*)'))
  end
  table.sort(heads, function(a, b)
    if a.index ~= b.index then
      return a.index < b.index
    elseif a.name ~= b.name then
      return a.name < b.name
    end
    return string.sub(a.row, #a.consumer + 1) < string.sub(b.row, #b.consumer + 1)
  end)
end
