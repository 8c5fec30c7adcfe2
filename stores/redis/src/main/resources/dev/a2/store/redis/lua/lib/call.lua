-- The only place that talks to the server.
local call, try = redis.call, redis.pcall
