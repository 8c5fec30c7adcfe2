import { segment } from './http.js';
import { Membership } from './membership.js';
import { Peers } from './peers.js';

/** Who is in a session, and what they show of themselves, for as long as they are there. */
export class Presence {
  #context;
  #follow;

  constructor(context, follow) {
    this.#context = context;
    this.#follow = follow;
  }

  /** Announces a participant and keeps doing so until `leave`, or until the page goes. */
  join(participant, values = {}, options = {}) {
    return new Membership(this.#context, { path: this.#pathOf(participant), values, ...options });
  }

  /** Who is there, kept up to date. */
  watch(options = {}) {
    return new Peers(this.#context, this.#follow, options);
  }

  /** The entries of everybody, or of one participant, as of now. */
  async list(participant, { signal } = {}) {
    const path = participant === undefined ? `${this.#context.path}/presence` : this.#pathOf(participant);
    return (await this.#context.http.get(path, { signal })).entries;
  }

  /** Writes fields of a participant once; returns the names of those that were applied. */
  async set(participant, values, { ttlMs = 30_000, seen, at, signal } = {}) {
    const body = { values, ttlMs, seen, at };
    return (await this.#context.http.send('PUT', this.#pathOf(participant), body, { signal })).applied;
  }

  #pathOf(participant) {
    return `${this.#context.path}/presence/${segment(participant)}`;
  }
}
