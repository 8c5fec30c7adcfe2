-- Members of `runnable` to add, move or remove, each kind in one call.
-- @include lib/call
-- @include lib/careful
-- @include lib/keys
local scores, scores_before, gone, gone_before = {}, {}, {}, {}

-- `before` is the member's score so far, nil if it is new there.
local function make_runnable(member, score, before)
  scores[#scores + 1] = score
  scores[#scores + 1] = member
  scores_before[#scores] = before
end

local function not_runnable(member, before)
  gone[#gone + 1] = member
  gone_before[#gone] = before
end

local function write_runnable()
  local count = #scores
  for first = 1, count, 1000 do
    local last = math.min(first + 999, count)
    careful(function(added)
      local new = {}
      for i = first + 1, last, 2 do
        if scores_before[i] then
          call('ZADD', runnable_key, scores_before[i], scores[i])
        else
          new[#new + 1] = scores[i]
        end
      end
      if #new > 0 and added == #new then
        call('ZREM', runnable_key, unpack(new))
      end
    end, 'ZADD', runnable_key, unpack(scores, first, last))
  end
  if #gone > 0 then
    careful(function()
      for i, member in ipairs(gone) do
        call('ZADD', runnable_key, gone_before[i], member)
      end
    end, 'ZREM', runnable_key, unpack(gone))
  end
end
