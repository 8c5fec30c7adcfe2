-- The redis calls of a completion of an event's head, and nothing else.
local b = string.sub(KEYS[1], 1, -6)
local v = redis.call('MGET', KEYS[1], b..'clear')
local i = ARGV[1]
local p = i..':1:w#:'
redis.call('HMGET', b..'heads:0', p..'d', p..'ch', p..'f', p..'p', p..'l', p..'pins')
redis.call('HSET', b..'heads:0', p..'p', ARGV[2], p..'pa', 1, p..'ri', '[]')
redis.call('ZREM', b..'runnable', '1:w#'..i)
return i
