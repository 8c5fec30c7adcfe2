-- Numbers as decimal text without exponent.
local function text(number)
  return string.format('%.0f', number)
end
