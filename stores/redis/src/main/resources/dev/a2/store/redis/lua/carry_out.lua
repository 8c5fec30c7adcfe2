-- Carries out commands that were laid down in a hash, in the order of their numbers, if some keys are absent (TRF-4). It takes as
-- long as there are commands, like a transaction of them.
--
-- KEYS  the hash, the keys that must be absent, one key of each other hash tag that the commands touch
-- ARGV  how many keys must be absent, how many commands there are
-- reply 'done'; 'taken' when a key is there; 'lost' when a command is missing, and none was carried out
-- calls EXISTS, HMGET per 500 commands, the commands, UNLINK
--
-- @include lib/call
local pieces = KEYS[1]
local absent, count = tonumber(ARGV[1]), tonumber(ARGV[2])

local function numbers(first, last)
  local fields = {}
  for number = first, last do
    fields[#fields + 1] = number
  end
  return fields
end

-- Each word stands behind its length and a colon.
local function words(piece)
  local found, at = {}, 1
  while at <= #piece do
    local colon = string.find(piece, ':', at, true)
    local stop = colon + tonumber(string.sub(piece, at, colon - 1))
    found[#found + 1] = string.sub(piece, colon + 1, stop)
    at = stop + 1
  end
  return found
end

if call('EXISTS', unpack(KEYS, 2, 1 + absent)) > 0 then
  call('UNLINK', pieces)
  return 'taken'
end
local commands = {}
for first = 1, count, 500 do
  local last = math.min(first + 499, count)
  local some = call('HMGET', pieces, unpack(numbers(first, last)))
  for at = 1, last - first + 1 do
    if not some[at] then
      return 'lost'
    end
    commands[#commands + 1] = some[at]
  end
end
for _, piece in ipairs(commands) do
  call(unpack(words(piece)))
end
call('UNLINK', pieces)
return 'done'
