-- Lets a script that ends work run on a server whose memory is full: one that begins with a call that can only free memory is
-- not refused.
-- @include lib/call
-- @include lib/keys
call('ZREMRANGEBYRANK', runnable_key, 1, 0)
