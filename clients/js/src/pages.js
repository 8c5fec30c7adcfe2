/** Reads the log by pages; in feeds, too, wherever the stream left something out. */
export async function readPage(http, path, { after, limit, signal }) {
  return http.get(`${path}/events`, { query: { after, limit }, signal });
}

/**
 * A page as the frames that a feed standing at `cursor` would have got, with where it then stands.
 * A cursor of null stands before the current lifetime.
 */
export function framesOf(page, cursor) {
  const frames = page.events.map((event) => eventFrame(event));
  const first = page.events.length > 0 ? page.events[0].index : null;
  const last = page.events.length > 0 ? page.events.at(-1).index : null;
  const reset = cursor === null ? null : resetFor(page, cursor, first);
  if (reset) {
    frames.unshift(reset);
  }
  const from = reset?.after ?? cursor ?? lifetimeStart(page);
  return { frames, cursor: last ?? from, atEnd: page.next === null && reset?.reason !== 'beyond-end' };
}

/** What a feed tells of an event; causes are for history. */
export function eventFrame({ cause, ...event }, size = 0) {
  return { kind: 'event', event, size };
}

function resetFor(page, cursor, first) {
  if (page.frontier < cursor) {
    return { kind: 'reset', reason: 'beyond-end', after: lifetimeStart(page) };
  }
  if (first === null || first === cursor + 1) {
    return null;
  }
  return { kind: 'reset', reason: page.clearIndex > cursor ? 'cleared' : 'history-lost', after: first - 1 };
}

/** The index before the first one of the current lifetime. */
function lifetimeStart(page) {
  return Math.max(0, page.clearIndex - 1);
}
