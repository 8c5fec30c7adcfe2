-- The redis calls of a claim of one head, and nothing else.
local b = string.sub(KEYS[1], 1, -6)
local v = redis.call('MGET', KEYS[1], b..'clear')
local i = ARGV[1]
redis.call('ZRANGEBYSCORE', b..'runnable', 1, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
local p = i..':1:w#:'
redis.call('HMGET', b..'heads:0', p..'d', p..'fc', p..'ch', p..'ce', p..'a')
local e = redis.call('XRANGE', b..'log', i, i)
redis.call('HSET', b..'heads:0', p..'d', 1, p..'fc', ARGV[2], p..'lc', ARGV[2], p..'ch', 'h', p..'ce', ARGV[3], p..'l', '#')
return e
