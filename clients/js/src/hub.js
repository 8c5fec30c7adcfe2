import { Link } from './link.js';
import { framesOfMessage } from './messages.js';
import { SharedLink } from './sharedlink.js';
import { NOTHING, union } from './wants.js';

/** What all feeds of one session on this page share: one link to the server, or to the tab that has one. */
export class Hub {
  #context;
  #feeds = new Set();
  #link = null;
  #status = 'connecting';
  #latest = new Map();
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
      feed.accept(this.latest().flatMap((message) => this.#read(message)));
    }
  }

  detach(feed) {
    this.#feeds.delete(feed);
    if (this.#feeds.size === 0) {
      this.#link?.stop();
      this.#forget();
    }
  }

  /** The log is known to reach up to `cursor`: the link, if there is none yet, can begin there. */
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

  messages(messages) {
    const frames = messages.flatMap((message) => this.#read(message));
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
    const now = this.#context.env.now();
    return [...this.#latest.values()].map(({ message, at }) => ({ ...message, ageMs: (message.ageMs ?? 0) + now - at }));
  }

  #read(message) {
    const frames = framesOfMessage(message, (text) => this.#context.http.parse(text));
    const [{ kind, reducer } = {}] = frames;
    if (kind === 'reset') {
      this.#forgetStates();
    } else if (kind === 'presence' || kind === 'state') {
      this.#latest.set(`${kind} ${reducer}`, { message, at: this.#context.env.now() });
    }
    return frames;
  }

  #forgetStates() {
    [...this.#latest.keys()].filter((key) => key.startsWith('state ')).forEach((key) => this.#latest.delete(key));
  }

  #forget() {
    this.#link = null;
    this.#status = 'connecting';
    this.#latest.clear();
    this.#wants = NOTHING;
  }
}
