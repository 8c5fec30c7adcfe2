import { eventFrame } from './pages.js';

/**
 * What travels from the link to the feeds, also between tabs: `{ event, id, data }`, as in the stream, with `data` still
 * as text. Beside those of the server there are `page` (of the log) and `beat` (the cursor's index, to compare).
 */
export const beat = (cursor) => ({ event: 'beat', id: String(cursor), data: '' });

/** Where a stream stands after a message. */
export function cursorAfter(cursor, { event, id }) {
  switch (event) {
    case 'message':
    case 'page':
      return Math.max(cursor, Number(id));
    case 'reset':
      return Number(id);
    default:
      return cursor;
  }
}

/** What a message says to a feed; nothing if it is of a kind that this client does not know. */
export function framesOfMessage({ event, id, data, ageMs = 0 }, parse) {
  switch (event) {
    case 'message':
      return [eventFrame(parse(data), data.length)];
    case 'page':
      return parse(data).events.map((stored, _, all) => eventFrame(stored, data.length / all.length));
    case 'beat':
      return [{ kind: 'beat', index: Number(id) }];
    case 'presence':
      return [{ kind: 'presence', entries: aged(parse(data).entries, ageMs) }];
    case 'reset':
    case 'state':
      return [{ kind: event, ...parse(data) }];
    default:
      return [];
  }
}

function aged(entries, ageMs) {
  return entries
    .map((entry) => ({ ...entry, expiresInMs: entry.expiresInMs - ageMs }))
    .filter((entry) => entry.expiresInMs > 0);
}
