-- APP-7: which of the causes no longer owns its head, nil if all do. A cause is a head with `attempt`.
-- @include lib/rows
local function first_superseded(causes, marker)
  for i, cause in ipairs(causes) do
    if tonumber(cause.index) <= marker then
      return i
    end
  end
  read_rows(causes, {'d', 'f', 'p'})
  for i, cause in ipairs(causes) do
    if cause.d ~= cause.attempt or cause.f or cause.p then
      return i
    end
  end
end
