-- Whom the caller serves: ARGV from the given place on, nil for everybody.
local function served_from(first, last)
  local served = {}
  for i = first, last do
    served[ARGV[i]] = true
  end
  return served
end
