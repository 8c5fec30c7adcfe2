import { send, withIds } from './append.js';
import { Feed } from './feed.js';
import { Fold } from './fold.js';
import { follow } from './follow.js';
import { segment } from './http.js';
import { Presence } from './presence.js';

/** One session on the server, by its id. Making one costs nothing and asks nobody. */
export class Session {
  #client;
  #context;

  /**
   * `client` gives `hub(id, context)` and `outbox(id, context)`, which all sessions of one id share; `life` is a signal
   * that the client was closed.
   */
  constructor(id, client, { http, env, life }) {
    this.id = id;
    this.#client = client;
    this.#context = { http, env, life, path: `/v1/sessions/${segment(id)}` };
    this.presence = new Presence(this.#context, (options) => this.follow(options));
  }

  /** Appends one event or several at once; resolves with the stored events. Sent until the answer is definite. */
  async append(events, options = {}) {
    return send(this.#context, withIds(events, this.#context.env), options);
  }

  /** Appends that wait for the network, also over reloads. */
  get outbox() {
    return this.#client.outbox(this.id, this.#context);
  }

  /** `{ sessionId, frontier, clearIndex, lastEventAt, lastEventType, dead, pending, now }` */
  async summary({ signal } = {}) {
    return this.#get('', { signal });
  }

  /** A page of the log, with causes: `{ events, frontier, clearIndex, next }`. */
  async history({ after, limit, signal } = {}) {
    return this.#get('/events', { query: { after, limit }, signal });
  }

  /** A reducer's state, as of the frontier or of an index: `{ reducer, index, clearIndex, state }`. */
  async state(reducer, { at, signal } = {}) {
    return this.#get(`/state/${segment(reducer)}`, { query: { at }, signal });
  }

  /** Events as they come, to iterate over. */
  feed(options = {}) {
    return new Feed(this.#context, this.#client.hub(this.id, this.#context), options);
  }

  /** Events as they come, to `on.event`; the next one when the handler is done. */
  follow(options = {}) {
    return follow(this.feed(options), options);
  }

  /** A state folded from the events on this side: `{ initial, on: { type: (state, event) => state } }`. */
  fold(options) {
    const { from, optimistic = false } = options;
    const start = from === undefined ? null : (signal) => this.state(from, { signal });
    const sources = { follow: (feed) => this.follow(feed), start, outbox: optimistic ? this.outbox : null };
    return new Fold(sources, options);
  }

  /** Where its consumers stand: `{ cursors, frontier, clearIndex, now }`. */
  async cursors({ signal } = {}) {
    return this.#get('/cursors', { signal });
  }

  /** `{ deadLetters, now }` */
  async deadLetters({ signal } = {}) {
    return this.#get('/dead-letters', { signal });
  }

  /** Lets a dead letter be tried again (`retry`) or leaves it out (`skip`). */
  async redrive(consumer, index, action, { signal } = {}) {
    return this.#post(`/dead-letters/${segment(consumer)}/${index}`, { action }, { signal });
  }

  /** Begins a new lifetime: `{ frontier, clearIndex }`. */
  async clear({ ifLastIndex, signal } = {}) {
    return this.#post('/clear', { ifLastIndex }, { signal });
  }

  #get(path, options) {
    return this.#context.http.get(this.#context.path + path, options);
  }

  #post(path, body, options) {
    return this.#context.http.send('POST', this.#context.path + path, body, options);
  }
}
