-- The redis calls of an append with one target, and nothing else.
local b = string.sub(KEYS[1], 1, -6)
local v = redis.call('MGET', KEYS[1], b..'clear', b..'id:'..ARGV[1])
local i = (tonumber(v[1]) or 0) + 1
redis.call('XADD', b..'log', i..'-0', 'id', ARGV[1], 'type', 't', 'payload', ARGV[2], 'created_at', ARGV[3], 'cause', '')
redis.call('MSET', KEYS[1], i, b..'id:'..ARGV[1], i)
redis.call('ZADD', b..'runnable', i, '1:w#'..i)
return i
