import { backoff, pause } from './waiting.js';
import { fieldOf } from './peers.js';

const LONG_MS = 24 * 3600 * 1000;
const HIDDEN_TTL_MS = 180_000; // timers of a background tab may run once a minute only

/**
 * One connection's presence. It is one field named after the connection, so that a late leave of an old tab takes
 * nothing from a new one, and every announcement is complete. Stamps come from this connection alone, so an
 * announcement that arrives after the leave loses against it.
 */
export class Membership {
  #context;
  #env;
  #path;
  #values;
  #ttlMs;
  #throttleMs;
  #seen;
  #stop = new AbortController();
  #undo = [];
  #stamp = 0;
  #isDirty = true;
  #isAway = false;
  #nudge = () => {};

  /** The name of this connection, as others see it. */
  connection;
  /** Resolves when the server knows of it for the first time; rejects if it refuses. */
  joined;
  /** Resolves after leaving; rejects when the server refused an announcement. */
  closed;

  constructor(context, { path, values, ttlMs = 30_000, throttleMs = 100, seen, signal }) {
    this.#context = context;
    this.#env = context.env;
    this.#path = path;
    this.#values = values;
    this.#ttlMs = ttlMs;
    this.#throttleMs = throttleMs;
    this.#seen = seen;
    this.connection = this.#env.newId();
    this.#listen(signal);
    this.joined = new Promise((resolve, reject) => {
      this.closed = this.#run(resolve).catch((error) => {
        reject(error);
        this.#ended(error);
      });
    });
    this.joined.catch(() => {}); // `closed` tells it, too
    this.closed.catch(() => {});
  }

  /** Shows other values for the given names; `undefined` or null takes one away. Sent soon, and not too often. */
  update(values, { seen } = {}) {
    const merged = Object.entries({ ...this.#values, ...values });
    this.#values = Object.fromEntries(merged.filter(([, value]) => value !== undefined && value !== null));
    this.#seen = seen ?? this.#seen;
    this.#announceSoon();
  }

  /** Goes. Others see it at once if the server can be reached, else when the time to live is over. */
  async leave() {
    if (this.#end()) {
      await this.#context.http.send('PUT', this.#path, this.#body(null));
    }
  }

  #listen(signal) {
    const changed = ['online', 'hidden'];
    const back = ['visible', 'pageshow', 'resume'];
    this.#undo = [
      ...changed.map((type) => this.#env.on(type, () => this.#announceSoon())),
      ...back.map((type) => this.#env.on(type, () => this.#comeBack())),
      this.#env.on('pagehide', () => this.#goAway()),
    ];
    const leave = () => this.leave().catch(() => {});
    signal?.addEventListener('abort', leave, { signal: this.#stop.signal });
    this.#context.life.addEventListener('abort', leave, { signal: this.#stop.signal });
  }

  /** True if it had not ended before. */
  #end() {
    const had = !this.#stop.signal.aborted;
    this.#stop.abort(new DOMException('the participant left', 'AbortError'));
    this.#undo.forEach((undo) => undo());
    return had;
  }

  #ended(error) {
    const refused = this.#end();
    if (refused) {
      throw error;
    }
  }

  /** The page goes, for good or until somebody comes back to it. */
  #goAway() {
    this.#isAway = true;
    this.#context.http.beacon('PUT', this.#path, this.#body(null));
  }

  #comeBack() {
    this.#isAway = false;
    this.#announceSoon();
  }

  #announceSoon() {
    this.#isDirty = true;
    this.#nudge();
  }

  async #run(joined) {
    const { signal } = this.#stop;
    for (let failures = 0; !signal.aborted; ) {
      this.#isDirty = false;
      if (this.#isAway) {
        await this.#untilDue(LONG_MS);
        continue;
      }
      try {
        await this.#context.http.send('PUT', this.#path, this.#body(this.#values), { signal });
        joined();
        failures = 0;
        await pause(this.#env, this.#throttleMs, { signal });
        await this.#untilDue(this.#ttl() / 3);
      } catch (error) {
        if (signal.aborted || !error.retryable) {
          throw error;
        }
        const floorMs = error.retryAfterMs ?? this.#throttleMs;
        await this.#untilDue(backoff(this.#env, failures++, { floorMs, capMs: this.#ttlMs / 3 }));
      }
    }
  }

  /** Waits for the next heartbeat, or less if there is something to say. */
  async #untilDue(ms) {
    if (this.#isDirty) {
      return;
    }
    const woken = new AbortController();
    this.#nudge = () => woken.abort();
    this.#stop.signal.addEventListener('abort', this.#nudge);
    try {
      await pause(this.#env, ms, { signal: woken.signal });
    } catch {
      // woken
    } finally {
      this.#stop.signal.removeEventListener('abort', this.#nudge);
      this.#nudge = () => {};
    }
  }

  #ttl() {
    return this.#env.isHidden() ? Math.max(this.#ttlMs, HIDDEN_TTL_MS) : this.#ttlMs;
  }

  #body(values) {
    this.#stamp = Math.max(this.#stamp + 1, Math.floor(this.#env.wallNow()));
    const at = new Date(this.#stamp).toISOString();
    return { values: { [fieldOf(this.connection)]: values }, ttlMs: this.#ttl(), seen: this.#seen, at };
  }
}
