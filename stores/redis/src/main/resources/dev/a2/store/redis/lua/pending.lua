-- Whether a served consumer has a live head (APP-2, APP-12), as far as a page of heads tells.
--
-- KEYS  the session's `count`
-- ARGV  from which head on (1 to begin, or where the last page ended); whether all are served; the served consumers
-- reply 1 or 0; or where the next page begins
-- calls ZCOUNT if all are served, else one or two ZRANGEBYSCORE
--
-- @include lib/call
-- @include lib/heads
-- @include lib/keys
-- @include lib/served
local from, serves_all, page = ARGV[1], ARGV[2] == '1', 1000
if serves_all then
  return call('ZCOUNT', runnable_key, 1, '+inf') > 0 and 1 or 0
end
local heads, after = page_of_heads(from, '+inf', page)
if #wanted_heads(heads, served_from(3, #ARGV)) > 0 then
  return 1
end
return after or 0
