import { Link } from './link.js';
import { SharedLink } from './sharedlink.js';
import { NOTHING, union } from './wants.js';

/** What all feeds of one session on this page share: one link to the server, or to the tab that has one. */
export class Hub {
  #context;
  #feeds = new Set();
  #link = null;
  #status = 'connecting';
  #presence = null;
  #states = new Map();
  #wants = NOTHING;

  /** `context` is `{ http, env, path, shareAs }`; `shareAs` is null or what tabs with the same stream call it. */
  constructor(context) {
    this.#context = context;
  }

  /** From now on the feed gets all that the link brings. */
  attach(feed) {
    this.#feeds.add(feed);
    feed.status(this.#status);
    this.#wants = union([this.#wants, feed.wants]);
    if (this.#link !== null) {
      this.#link.want(this.#wants);
      feed.accept(this.latest());
    }
  }

  detach(feed) {
    this.#feeds.delete(feed);
    if (this.#feeds.size === 0) {
      this.#link?.stop();
      this.#forget();
    }
  }

  /** A feed has read the log up to `cursor`: the link, if there is none yet, can begin there. */
  begin(cursor) {
    if (this.#link === null) {
      const { shareAs } = this.#context;
      const Kind = shareAs === null ? Link : SharedLink;
      this.#link = new Kind({ ...this.#context, owner: this }, cursor, this.#wants);
    }
  }

  close() {
    this.#feeds.forEach((feed) => feed.close());
  }

  frames(frames) {
    frames.forEach((frame) => this.#remember(frame));
    this.#feeds.forEach((feed) => feed.accept(frames));
  }

  status(word) {
    this.#status = word;
    this.#feeds.forEach((feed) => feed.status(word));
  }

  failed(error) {
    const feeds = [...this.#feeds];
    this.#feeds.clear();
    this.#forget();
    feeds.forEach((feed) => feed.fail(error));
  }

  /** Presence and states as they were last told, for who comes later. */
  latest() {
    const frames = [...this.#states.values()];
    if (this.#presence !== null) {
      const { frame, at } = this.#presence;
      frames.push({ kind: 'presence', entries: aged(frame.entries, this.#context.env.now() - at) });
    }
    return frames;
  }

  #remember(frame) {
    if (frame.kind === 'presence') {
      this.#presence = { frame, at: this.#context.env.now() };
    } else if (frame.kind === 'state') {
      this.#states.set(frame.reducer, frame);
    } else if (frame.kind === 'reset') {
      this.#states.clear();
    }
  }

  #forget() {
    this.#link = null;
    this.#status = 'connecting';
    this.#presence = null;
    this.#states.clear();
    this.#wants = NOTHING;
  }
}

function aged(entries, ms) {
  return entries
    .map((entry) => ({ ...entry, expiresInMs: entry.expiresInMs - ms }))
    .filter((entry) => entry.expiresInMs > 0);
}
