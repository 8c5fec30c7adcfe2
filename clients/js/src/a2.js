/**
 * The browser client of A2: `connect({ url, token })`, then `client.session(id)`.
 * Start reading at `session.js`; a feed's way is `link.js` (the stream), `hub.js` (who shares it), `feed.js` (the order).
 */
import { environment } from './environment.js';
import { Http } from './http.js';
import { Hub } from './hub.js';
import { Outbox } from './outbox.js';
import { Session } from './session.js';
import { IndexedDbStorage, MemoryStorage } from './storage.js';
import { Token } from './token.js';

export { A2Error } from './errors.js';
export { IndexedDbStorage, MemoryStorage } from './storage.js';
export { SseParser } from './sse.js';

/** A client of one server. */
export function connect(options = {}) {
  return new Client(options);
}

class Client {
  #env;
  #http;
  #options;
  #storage;
  #hubs = new Map();
  #outboxes = new Map();
  #life = new AbortController();

  constructor(options) {
    const { url, token, fetch, storage, json, timeoutMs } = options;
    this.#env = environment({ ...(fetch && { fetch }), ...options.environment });
    this.#http = new Http({ url, token: new Token(token, this.#env), env: this.#env, json, timeoutMs });
    this.#options = options;
    this.#storage = storage ?? storageOf(this.#env);
    this.#resume().catch(() => {}); // an outbox that is used says so itself
  }

  session(id) {
    const shared = { hub: (...of) => this.#hub(...of), outbox: (...of) => this.#outbox(...of) };
    return new Session(id, shared, { http: this.#http, env: this.#env, life: this.#life.signal });
  }

  /** A page of sessions: `{ sessions, next, now }`. */
  async sessions({ state, from, limit, signal } = {}) {
    return this.#http.get('/v1/sessions', { query: { state, from, limit }, signal });
  }

  /** What the server's contracts know: `{ contracts }`. */
  async contracts({ signal } = {}) {
    return this.#http.get('/v1/contracts', { signal });
  }

  /** Ends feeds and announcements and stops sending; what waits in outboxes is kept. */
  close() {
    this.#life.abort(new DOMException('the client was closed', 'AbortError'));
    this.#hubs.forEach((hub) => hub.close());
    this.#outboxes.forEach((outbox) => outbox.close());
  }

  #hub(id, context) {
    let hub = this.#hubs.get(id);
    if (hub === undefined) {
      hub = new Hub({ ...context, shareAs: this.#canShare() ? this.#nameOf('feed', id) : null });
      this.#hubs.set(id, hub);
    }
    return hub;
  }

  #outbox(id, context) {
    let outbox = this.#outboxes.get(id);
    if (outbox === undefined) {
      const { onRefused = () => {}, maxPending, maxBytes } = this.#options.outbox ?? {};
      outbox = new Outbox(context, {
        storage: this.#storage,
        name: this.#nameOf('outbox', id),
        maxPending,
        maxBytes,
        onRefused: ({ events, error }) => onRefused({ session: id, events, error }),
      });
      this.#outboxes.set(id, outbox);
      outbox.drain();
    }
    return outbox;
  }

  /** Sends what was left by an earlier page. */
  async #resume() {
    for (const queue of await this.#storage.queues()) {
      const [kind, base, scope, id] = JSON.parse(queue);
      if (kind === 'outbox' && base === this.#http.base && scope === this.#scope()) {
        this.session(id).outbox.drain();
      }
    }
  }

  #canShare() {
    return this.#options.share !== false && this.#env.locks !== null && this.#env.channel !== null;
  }

  /** Tabs share streams and outboxes under this name; in one scope everybody may see the same. */
  #nameOf(kind, id) {
    return JSON.stringify([kind, this.#http.base, this.#scope(), id]);
  }

  #scope() {
    return this.#options.scope ?? '';
  }
}

function storageOf(env) {
  return env.indexedDB === null ? new MemoryStorage() : new IndexedDbStorage(env.indexedDB);
}
