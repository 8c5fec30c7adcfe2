import { withIds } from './append.js';
import { A2Error } from './errors.js';
import { Listeners } from './listeners.js';
import { NETWORK_MAY_BE_BACK, backoff, pause } from './waiting.js';

const SLOW_MS = 30_000;

/**
 * Appends of one session that wait for the network: in order, over reloads, sent by whichever tab holds the lock.
 * Changes are `{ type: 'queued' | 'stored' | 'refused', number, events, error }`, in all tabs alike.
 */
export class Outbox {
  #context;
  #env;
  #storage;
  #name;
  #limits;
  #onRefused;
  #channel;
  #pending = [];
  #loaded = null;
  #isDraining = false;
  #isWanted = false;
  #bugs = 0;
  #gone = new Set(); // numbers that left the queue while it was being read
  #stop = new AbortController();
  #nudge = () => {};
  #changes = new Listeners();
  #waiting = new Map();

  /** Why nothing is sent at the moment, or null. */
  blockedBy = null;

  constructor(context, { storage, name, maxPending = 1000, maxBytes = 5 * 1024 * 1024, onRefused = () => {} }) {
    this.#context = context;
    this.#env = context.env;
    this.#storage = storage;
    this.#name = name;
    this.#onRefused = onRefused;
    this.#limits = { maxPending, maxBytes };
    this.#channel = this.#env.channel?.(name) ?? null;
    if (this.#channel !== null) {
      this.#channel.onmessage = ({ data }) => this.#hear(data);
    }
    this.loaded.catch(() => {}); // who needs it asks again
  }

  /** Resolves when `pending` tells what was left from before. */
  get loaded() {
    this.#loaded ??= this.#load().catch((error) => {
      this.#loaded = null;
      throw error;
    });
    return this.#loaded;
  }

  /** What has not been stored yet, oldest first: `[{ number, events, queuedAt }]`. */
  get pending() {
    return this.#pending;
  }

  /** Calls the listener at each change; returns how to stop that. */
  subscribe(listener) {
    return this.#changes.add(listener);
  }

  /**
   * Keeps events until they are stored. Resolves when they are kept; `stored` of the result tells of the rest.
   * Rejects with OUTBOX_FULL if too much is waiting.
   */
  async append(events) {
    await this.loaded;
    const entry = this.#entryOf(structuredClone(withIds(events, this.#env)));
    this.#checkRoom(entry);
    const number = await this.#storage.add(this.#name, entry);
    const stored = new Promise((resolve, reject) => this.#waiting.set(number, { resolve, reject }));
    stored.catch(() => {}); // who wants to know listens
    this.#publish({ type: 'queued', number, ...entry });
    this.drain();
    return { number, events: entry.events, stored };
  }

  /** Resolves when nothing is pending. */
  async settled({ signal } = {}) {
    await this.loaded;
    while (this.#pending.length > 0) {
      await this.#changes.next(signal);
    }
  }

  /** Begins to send, if there is something to send and nobody else does. Also ends a wait for the network. */
  drain() {
    this.#isWanted = true;
    this.#nudge();
    if (!this.#isDraining) {
      this.#isDraining = true;
      this.#run().catch((error) => {
        this.#isDraining = false;
        this.blockedBy = this.#stop.signal.aborted ? null : error;
      });
    }
  }

  close() {
    this.#stop.abort(new DOMException('the client was closed', 'AbortError'));
    this.#channel?.close();
    this.#channel = null;
  }

  async #load() {
    const rows = await this.#storage.list(this.#name);
    const known = new Set([...this.#gone, ...rows.map((row) => row.number)]);
    const kept = rows.filter((row) => !this.#gone.has(row.number)).map(({ number, entry }) => ({ number, ...entry }));
    this.#pending = [...kept, ...this.#pending.filter((entry) => !known.has(entry.number))];
    this.#gone = null;
  }

  #entryOf(events) {
    const queuedAt = new Date(this.#env.wallNow()).toISOString();
    return { events, queuedAt, size: this.#context.http.stringify(events).length };
  }

  #checkRoom(entry) {
    const { maxPending, maxBytes } = this.#limits;
    const bytes = this.#pending.reduce((sum, { size }) => sum + size, entry.size);
    if (this.#pending.length >= maxPending || bytes > maxBytes) {
      const detail = `${this.#pending.length} appends are waiting to be sent; the newest was not kept`;
      throw A2Error.refused('OUTBOX_FULL', detail);
    }
  }

  /** Sends until nothing is left. The lock is free while this tab only waits. */
  async #run() {
    const { signal } = this.#stop;
    await this.loaded;
    for (let failures = 0; this.#isWanted && !signal.aborted; ) {
      this.#isWanted = false;
      this.blockedBy = await this.#withLock(() => this.#sendAll());
      if (this.blockedBy === null) {
        failures = 0;
      } else {
        await this.#wait(this.#backoff(failures++));
        this.#isWanted = true;
      }
    }
    this.#isDraining = false;
  }

  #backoff(failures) {
    const { status, retryAfterMs } = this.blockedBy;
    return backoff(this.#env, failures, { floorMs: retryAfterMs ?? (status === 401 ? SLOW_MS : 0) });
  }

  /** One tab at a time, where there are locks; ids make up for it where there are none. */
  async #withLock(task) {
    const { locks } = this.#env;
    if (locks === null) {
      return task();
    }
    let isHeld = false;
    const held = () => {
      isHeld = true;
      return task();
    };
    try {
      return await locks.request(this.#name, { signal: this.#stop.signal }, held);
    } catch (error) {
      if (isHeld || error.name === 'AbortError') {
        throw error;
      }
      return task(); // a sandboxed page may not lock
    }
  }

  /** Returns why it stopped early, or null. */
  async #sendAll() {
    for (;;) {
      const [next] = await this.#storage.list(this.#name);
      if (next === undefined) {
        return null;
      }
      const error = await this.#sendOne(next);
      if (error !== null) {
        return error;
      }
    }
  }

  async #sendOne({ number, entry }) {
    const { http, path } = this.#context;
    let change;
    try {
      const body = { events: entry.events };
      const answer = await http.send('POST', `${path}/events`, body, { signal: this.#stop.signal });
      change = { type: 'stored', number, events: answer.events };
    } catch (error) {
      this.#stop.signal.throwIfAborted();
      if (this.#isPassing(error)) {
        return error;
      }
      change = { type: 'refused', number, events: entry.events, error };
    }
    this.#bugs = 0;
    await this.#storage.remove(this.#name, number);
    this.#publish(change);
    return null;
  }

  /** Neither a token that ended nor a server that is away says anything about the events. */
  #isPassing(error) {
    this.#bugs += error.status === 500 ? 1 : 0;
    return error.status === 401 || (error.retryable && this.#bugs < 5);
  }

  async #wait(ms) {
    const nudged = new AbortController();
    this.#nudge = () => nudged.abort();
    try {
      await pause(this.#env, ms, { signal: nudged.signal, wakeOn: NETWORK_MAY_BE_BACK });
    } catch {
      // somebody wants it now
    } finally {
      this.#nudge = () => {};
    }
  }

  #publish(change) {
    this.#apply(change);
    if (change.type === 'refused') {
      this.#onRefused(change);
    }
    this.#channel?.postMessage({ ...change, error: change.error && { ...change.error } });
  }

  /** Another tab's change. It may go before it could send what it kept, so this one stands by. */
  #hear(change) {
    this.#apply(change);
    if (change.type === 'queued') {
      this.drain();
    }
  }

  #apply(change) {
    const { type, number, events, queuedAt, size, error } = change;
    if (type === 'queued') {
      this.#pending = [...this.#pending, { number, events, queuedAt, size }];
    } else {
      this.#gone?.add(number);
      this.#pending = this.#pending.filter((entry) => entry.number !== number);
    }
    const waiting = this.#waiting.get(number);
    if (waiting !== undefined && type !== 'queued') {
      this.#waiting.delete(number);
      type === 'stored' ? waiting.resolve(events) : waiting.reject(new A2Error({ ...error }));
    }
    this.#changes.tell(error ? { ...change, error: new A2Error({ ...error }) } : change);
  }
}
