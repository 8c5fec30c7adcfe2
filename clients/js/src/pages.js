/** Reads the log by pages; in feeds, too, wherever the stream left something out. */
export async function readPage(http, path, { after, limit, signal }) {
  const text = await http.getText(`${path}/events`, { query: { after, limit }, signal });
  return { ...http.parse(text), size: text.length };
}

/**
 * A page as the frames that a feed standing at `cursor` would have got, with where it then stands.
 * A cursor of null stands before the current lifetime.
 */
export function framesOf(page, cursor) {
  const reset = cursor === null ? null : resetFor(page, cursor);
  const events = page.events.map((event) => eventFrame(event, page.size / page.events.length));
  return {
    frames: reset === null ? events : [{ kind: 'reset', ...reset }, ...events],
    cursor: page.events.at(-1)?.index ?? reset?.after ?? cursor ?? lifetimeStart(page),
    atEnd: page.next === null && reset?.reason !== 'beyond-end',
  };
}

/** What a feed tells of an event, and about how many characters that are; causes are for history. */
export function eventFrame({ cause, ...event }, size) {
  return { kind: 'event', event, size };
}

/** Why the log does not go on at `cursor`, and where it does; null if it does. */
export function resetFor(page, cursor) {
  const first = page.events[0]?.index;
  if (page.frontier < cursor) {
    return { reason: 'beyond-end', after: lifetimeStart(page) };
  }
  if (first === undefined || first === cursor + 1) {
    return null;
  }
  return { reason: page.clearIndex > cursor ? 'cleared' : 'history-lost', after: first - 1 };
}

/** The index before the first one of the current lifetime. */
function lifetimeStart(page) {
  return Math.max(0, page.clearIndex - 1);
}
