-- Takes what is free (CLM-1 to CLM-9).
--
-- KEYS  the session's `count`
-- ARGV  now, holder, expiry, maxFailures, through, limit (empty: none), whether to resume (1 or 0) or where an earlier look ended,
--       whether all are served, how many members are excluded; these; the served consumers
-- reply 'fresh' frontier marker entries now expiry {member index…}, of heads that nobody ever held |
--       'claimed' frontier marker entries head… | 'busy' retry-at | 'settled' | 'missing' index
--       | 'further' where-to-go-on retry-at (nil: none is held so far), where a limited look found nothing so far
-- calls ZRANGEBYSCORE (one per page if limited); MGET, HMGET per 99 heads, HSET, XRANGE per run of neighbours;
--       for heads that died ZADD, HDEL, HINCRBY, ZREMRANGEBYSCORE
--
-- @first lib/claim_fresh
-- @include lib/bounds
-- @include lib/call
-- @include lib/claims
-- @include lib/clock
-- @include lib/entries
-- @include lib/fields
-- @include lib/heads
-- @include lib/keys
-- @include lib/numbers
-- @include lib/order
-- @include lib/pins
-- @include lib/rows
-- @include lib/runnable
-- @include lib/served
-- @include lib/shown
local given_now, holder, expiry, max_failures = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local through, limit = ARGV[5] == '' and '+inf' or ARGV[5], tonumber(ARGV[6])
local resume, serves_all, excluded_count = ARGV[7] == '1', ARGV[8] == '1', tonumber(ARGV[9])
local begins = ARGV[7] == '0' or resume
local excluded = excluded_count > 0 and served_from(10, 9 + excluded_count)
local served = not serves_all and served_from(10 + excluded_count, #ARGV) or nil

-- A claim seldom meets held heads first, so its first page is short: one more head shows whether the last index is whole.
local page = limit and limit + 1 or 0
-- No look at others' and at held heads takes longer, except to resume, which finds all or none.
local pages_left = limit and not resume and 20 or nil
local from, now, expires, marker, frontier = begins and 1 or ARGV[7], nil, nil, nil, nil
local free, mine, retry_at = {}, {}, nil
repeat
  local heads, after = page_of_heads(from, through, page)
  if #heads > 0 and not now then
    now = time(given_now)
    expires = moment(expiry, now)
    local bound = call('MGET', KEYS[1], base .. 'clear')
    marker, frontier = bounds(bound[1], bound[2])
  end
  heads = wanted_heads(heads, served, excluded)
  read_rows(heads, claim_columns)
  for _, head in ipairs(heads) do
    local held_until = tonumber(head.ce or '')
    if not held_until or held_until <= now then
      free[#free + 1] = head
    else
      retry_at = math.min(retry_at or held_until, held_until)
      if resume and head.ch == holder then
        mine[#mine + 1] = head
      end
    end
  end
  from = after
  page = page > 0 and 100 or 0
  pages_left = pages_left and pages_left - 1
until not from or (limit and #free >= limit) or pages_left == 0

if #free == 0 and #mine == 0 then
  if from then
    return {'further', from, retry_at and text(retry_at) or false}
  end
  if retry_at then
    return {'busy', text(retry_at)}
  end
  return {'settled'}
end
if limit and #free > limit then
  sort_heads(free)
end

local heads, wanted, seen_index = mine, {}, {}
for i = 1, math.min(limit or #free, #free) do
  heads[#heads + 1] = free[i]
end
for _, head in ipairs(heads) do
  if not seen_index[head.index] then
    seen_index[head.index] = true
    wanted[#wanted + 1] = head.index
  end
end
table.sort(wanted)
local entries, missing = read_entries(wanted)
if missing then
  return {'missing', missing}
end

local reply = {'claimed', frontier, marker, entries}
for _, head in ipairs(heads) do
  if not tonumber(head.ce or '') or tonumber(head.ce) <= now then
    take(head, holder, text(expires), max_failures, text(now))
  end
  reply[#reply + 1] = shown(head)
end
write_runnable()
write_releases()
write_fields()
return reply
