-- One event and the event cursors that it gives work to, as `append_one` has them in ARGV: written whole, or not at all with the
-- server's error as the answer. The index is text: the server is slow to write numbers.
-- @include lib/call
-- @include lib/chunks
-- @include lib/keys

-- The rows of the event's heads when a holder claims them at once (APP-17).
local function claimed_rows(index, now, holder, expires)
  local values = {}
  for at = 14, #ARGV, 2 do
    local start, i = index .. ':' .. ARGV[at] .. ':', (at - 14) * 6
    values[i + 1], values[i + 2] = start .. 'd', '1'
    values[i + 3], values[i + 4] = start .. 'fc', now
    values[i + 5], values[i + 6] = start .. 'l', '#'
    values[i + 7], values[i + 8] = start .. 'lc', now
    values[i + 9], values[i + 10] = start .. 'ch', holder
    values[i + 11], values[i + 12] = start .. 'ce', expires
  end
  return values
end

-- A holder claims all its heads; none: nobody does.
local function write_event(index, now, typed, holder, expires)
  local members = {}
  for at = 14, #ARGV, 2 do
    members[at - 13], members[at - 12] = index, ARGV[at] .. index
  end
  local chunk = holder and #members > 0 and chunk_of(index)
  if chunk then
    call('HMGET', chunk, '') -- so that it can be written in the end
  end
  local added = 0
  if #members > 0 then
    added = try('ZADD', runnable_key, unpack(members))
    if type(added) == 'table' then
      return added
    end
  end
  local types = typed and cjson.decode(typed)
  local known = types and types[ARGV[9]]
  local type_key, reply, indexed
  if known then
    type_key = base .. 'type:' .. string.gsub(ARGV[9], '.', function(c)
      return string.format('%02x', string.byte(c))
    end)
    reply = try('ZADD', type_key, index, index)
    indexed = reply == 1
  end
  if type(reply) ~= 'table' then
    reply = try('XADD', log_key, index .. '-0', 'id', ARGV[8], 'type', ARGV[9], 'payload', ARGV[10], 'created_at', now,
      'cause', '')
    if type(reply) ~= 'table' then
      if known then
        known[2] = tonumber(index)
        call('MSET', KEYS[1], index, base .. 'id:' .. ARGV[8], index, base .. 'typed', cjson.encode(types))
      else
        call('MSET', KEYS[1], index, base .. 'id:' .. ARGV[8], index)
      end
      if chunk then
        call('HSET', chunk, unpack(claimed_rows(index, now, holder, expires)))
      end
      return
    end
    if indexed then
      call('ZREM', type_key, index)
    end
  end
  if added > 0 and added * 2 == #members then
    for i = 2, #members, 2 do
      call('ZREM', runnable_key, members[i])
    end
  end
  return reply
end
