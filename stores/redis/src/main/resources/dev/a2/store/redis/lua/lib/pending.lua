-- Whether a served consumer has a live head (APP-12): the first one decides.
-- @include lib/call
-- @include lib/keys
-- @include lib/members
local function has_pending(served)
  if not served then
    return call('ZCOUNT', runnable_key, 1, '+inf') > 0
  end
  local from = 0
  while true do
    local members = call('ZREVRANGEBYSCORE', runnable_key, '+inf', 1, 'LIMIT', from, 100)
    for i = 1, #members do
      if served[consumer_of(members[i])] then
        return true
      end
    end
    if #members < 100 then
      return false
    end
    from = from + 100
  end
end
