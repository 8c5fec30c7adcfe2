-- Claims event cursors' heads that nobody ever held, which is what most claims find, and answers 'fresh'; nothing is decided nor
-- written where anything else comes in their way. Times and indexes stay text: the server is slow to write numbers.
-- @include lib/bounds
-- @include lib/call
-- @include lib/clock
-- @include lib/keys

-- The first `limit` heads that the caller wants: members and indexes in turns, and their fields `d` and `ce`; nil if the page does
-- not show which these are.
local function fresh_heads(found, limit, page)
  local excluded, rows, consumers = {}, {}, {}
  local excluded_count = tonumber(ARGV[9])
  for i = 10, 9 + excluded_count do
    excluded[ARGV[i]] = true
  end
  for i = 10 + excluded_count, #ARGV do
    rows[ARGV[i] .. '#'], consumers[ARGV[i]] = true, true
  end
  local heads, fields, count, full = {}, {}, 0, false
  for i = 1, #found, 2 do
    local member, index = found[i], found[i + 1]
    full = count == limit * 2 and index ~= heads[count]
    if full then
      break
    end
    local row = string.sub(member, 1, -1 - #index)
    if not rows[row] then
      local digits = string.match(member, '^%d+')
      if consumers[string.sub(member, 1, #digits + 1 + digits)] then
        return
      end
    elseif not excluded[member] then
      if count == limit * 2 then
        return
      end
      heads[count + 1], heads[count + 2] = member, index
      fields[count + 1], fields[count + 2] = index .. ':' .. row .. ':d', index .. ':' .. row .. ':ce'
      count = count + 2
    end
  end
  if count > 0 and (full or #found < page * 2) then
    return heads, fields
  end
end

-- The entries from the first head's to the last one's, if each is some head's.
local function fresh_entries(heads)
  local wanted, previous = 0, nil
  for i = 2, #heads, 2 do
    if heads[i] ~= previous then
      wanted, previous = wanted + 1, heads[i]
    end
  end
  if previous - heads[2] + 1 ~= wanted then
    return
  end
  local entries = call('XRANGE', log_key, heads[2], previous)
  return #entries == wanted and entries
end

local function claim_fresh()
  local limit = tonumber(ARGV[6])
  if not limit or limit > 80 or ARGV[7] ~= '0' or ARGV[8] == '1' then
    return
  end
  local through, page = ARGV[5] == '' and '+inf' or ARGV[5], limit + 1 + ARGV[9]
  local found = call('ZRANGEBYSCORE', runnable_key, '1', through, 'WITHSCORES', 'LIMIT', '0', page)
  if #found == 0 then
    return {'settled'}
  end
  local heads, fields = fresh_heads(found, limit, page)
  local chunk = heads and math.floor((heads[2] - 1) / 1000)
  if not heads or math.floor((heads[#heads] - 1) / 1000) ~= chunk then
    return
  end
  chunk = base .. 'heads:' .. chunk
  local stored = call('HMGET', chunk, unpack(fields))
  for i = 1, #fields do
    if stored[i] then
      return
    end
  end
  local entries = fresh_entries(heads)
  if not entries then
    return
  end
  local bound = call('MGET', KEYS[1], base .. 'clear')
  local marker, frontier = bounds(bound[1], bound[2])
  local now = ARGV[1] ~= '' and ARGV[1] or string.format('%.0f', time(''))
  local expires = string.format('%.0f', moment(ARGV[3], now))
  local values = {}
  for i = 1, #fields, 2 do
    local start, at = string.sub(fields[i], 1, -2), i * 6 - 6
    values[at + 1], values[at + 2] = fields[i], '1'
    values[at + 3], values[at + 4] = start .. 'fc', now
    values[at + 5], values[at + 6] = start .. 'l', '#'
    values[at + 7], values[at + 8] = start .. 'lc', now
    values[at + 9], values[at + 10] = start .. 'ch', ARGV[2]
    values[at + 11], values[at + 12] = fields[i + 1], expires
  end
  call('HSET', chunk, unpack(values))
  return {'fresh', frontier, marker, entries, now, expires, heads}
end

local fresh = claim_fresh()
if fresh then
  return fresh
end
