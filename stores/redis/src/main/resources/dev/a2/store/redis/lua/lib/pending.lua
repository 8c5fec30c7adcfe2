-- Whether a served consumer has a live head (APP-12), as far as the newest ones tell: 1, 0, or -1 when it takes the longer look
-- that `pending` is.
-- @include lib/call
-- @include lib/keys
-- @include lib/members
local function pending_at_once(served)
  if not served then
    return call('ZCOUNT', runnable_key, 1, '+inf') > 0 and 1 or 0
  end
  local members = call('ZREVRANGEBYSCORE', runnable_key, '+inf', 1, 'LIMIT', 0, 100)
  for i = 1, #members do
    if served[consumer_of(members[i])] then
      return 1
    end
  end
  return #members < 100 and 0 or -1
end
