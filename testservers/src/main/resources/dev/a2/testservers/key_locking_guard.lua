-- Stands before a script in the place of REACH: has it look at each key that it is about to touch.
local redis = (function(real, reach)
  local function tag(key)
    return string.match(key, '^[^{]*{([^}]+)}') or key
  end
  local allowed = {}
  for _, key in ipairs(KEYS) do
    allowed[key] = true
    if reach == 'HASH_TAG' then
      allowed[tag(key)] = true
    end
  end
  local none = {TIME = true}
  local every = {MGET = 1, DEL = 1, UNLINK = 1, EXISTS = 1, MSET = 2, RENAME = 1}
  local first = {}
  for name in string.gmatch([[GET SET PEXPIRE HGET HSET HMGET HGETALL HSCAN HDEL HINCRBY SADD SREM SMEMBERS ZADD
      ZREM ZCARD ZCOUNT ZSCORE ZRANGE ZRANGEBYSCORE ZREVRANGEBYSCORE ZREMRANGEBYRANK ZREMRANGEBYSCORE XADD XDEL
      XSETID XLEN XRANGE XREVRANGE TYPE]], '%S+') do
    first[name] = true
  end
  local function objection(command, ...)
    command = string.upper(command)
    if command == 'RENAME' and real.call('TYPE', (...)).ok == 'stream' then
      return 'ERR a stream cannot be renamed'
    elseif reach == '' or none[command] then
      return
    elseif not first[command] and not every[command] then
      return 'ERR ' .. command .. ' is not allowed with the flag allow-key-locking'
    end
    local step = every[command] or select('#', ...)
    for i = 1, select('#', ...), step do
      local key = tostring((select(i, ...)))
      if not allowed[key] and not (reach == 'HASH_TAG' and allowed[tag(key)]) then
        return 'ERR Dynamic keys are not allowed: ' .. command .. ' ' .. key
      end
    end
  end
  local function pcall(...)
    local found = objection(...)
    return found and real.error_reply(found) or real.pcall(...)
  end
  local function call(...)
    local found = objection(...)
    if found then
      error(real.error_reply(found))
    end
    return real.call(...)
  end
  return setmetatable({call = call, pcall = pcall}, {__index = real})
end)(redis, 'REACH')
