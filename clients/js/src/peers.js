import { Listeners } from './listeners.js';

const PREFIX = 'connection:';

/** The presence field of a connection. */
export function fieldOf(connection) {
  return PREFIX + connection;
}

/**
 * The others: one peer per connection, and one with `connection` null per participant whose fields were written in
 * another way. Peers expire by this page's own steady clock: the server says for how long an entry is good.
 */
export class Peers {
  #env;
  #http;
  #feed;
  #except;
  #entries = []; // { entry, until }
  #peers = [];
  #timer = null;
  #listeners = new Listeners();

  constructor({ env, http }, follow, { except, signal }) {
    this.#env = env;
    this.#http = http;
    this.#except = except && fieldOf(except.connection);
    this.#feed = follow({ after: 'now', signal, on: { presence: (entries) => this.#take(entries) } });
    this.#feed.closed.catch(() => {}).finally(() => this.#env.clearTimeout(this.#timer));
  }

  /** `[{ participant, connection, values, seen }]` */
  get peers() {
    return this.#peers;
  }

  /** Resolves when the watch has ended, and rejects if the server refused it. */
  get closed() {
    return this.#feed.closed;
  }

  /** Calls the listener with the peers after changes; returns how to stop that. */
  subscribe(listener) {
    return this.#listeners.add(listener);
  }

  close() {
    this.#feed.close();
  }

  #take(entries) {
    const now = this.#env.now();
    this.#entries = entries
      .filter((entry) => entry.field !== this.#except)
      .map((entry) => ({ entry, until: now + entry.expiresInMs }));
    this.#expire();
  }

  #expire() {
    const now = this.#env.now();
    this.#entries = this.#entries.filter(({ until }) => until > now);
    this.#show(peersOf(this.#entries.map(({ entry }) => entry)));
    this.#env.clearTimeout(this.#timer);
    if (this.#entries.length > 0) {
      const next = Math.min(...this.#entries.map(({ until }) => until));
      this.#timer = this.#env.setTimeout(() => this.#expire(), next - now + 1);
    }
  }

  #show(peers) {
    const changed = this.#http.stringify(peers) !== this.#http.stringify(this.#peers);
    if (changed) {
      this.#peers = peers;
      this.#listeners.tell(peers);
    }
  }
}

function peersOf(entries) {
  const peers = new Map();
  for (const { participant, field, value, seen } of entries) {
    const connection = field.startsWith(PREFIX) ? field.slice(PREFIX.length) : null;
    const key = JSON.stringify([participant, connection]);
    const peer = peers.get(key) ?? { participant, connection, values: {}, seen: null };
    peers.set(key, peer);
    peer.seen = Math.max(peer.seen ?? 0, seen ?? 0) || null;
    Object.assign(peer.values, connection === null ? { [field]: value } : value);
  }
  return [...peers.values()];
}
