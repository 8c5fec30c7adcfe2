-- Whether a served consumer has a live head (APP-2, APP-12).
--
-- KEYS  the session's `count`
-- ARGV  whether all are served; the served consumers
-- reply 1 or 0
-- calls ZCOUNT if all are served, else some ZREVRANGEBYSCORE
--
-- @include lib/pending
-- @include lib/served
local serves_all = ARGV[1] == '1'
return has_pending(not serves_all and served_from(2, #ARGV) or nil) and 1 or 0
