-- A head for a reply: what is absent is false.
local function shown(head)
  return {head.member, head.index, head.fc or false, head.lc or false, head.d or 0, head.ch or false,
    head.ce or false, head.a or 0, head.lf or false, head.lfa or false, head.e or false, head.f or false}
end
