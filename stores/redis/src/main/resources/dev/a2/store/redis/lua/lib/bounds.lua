-- Marker and frontier from the texts of `clear` and `count`; a collapsed lifetime has no `count` (CLR-7).
local function bounds(count, clear)
  local marker = tonumber(clear or 0)
  return marker, tonumber(count or marker)
end
