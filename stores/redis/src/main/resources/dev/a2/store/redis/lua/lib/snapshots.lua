-- Snapshots as text: the index is its first member.
local function index_of(snapshot)
  return tonumber(string.match(snapshot, '^{"index":(%d+)'))
end
