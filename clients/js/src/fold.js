import { Listeners } from './listeners.js';

const CLEAR = 'a2.clear';

/**
 * A state that follows a session's events. `state` includes appends that the outbox still holds, if the fold is
 * optimistic; `confirmed` is what the log says. Reducers return the next state and leave the one they get alone.
 */
export class Fold {
  #options;
  #outbox;
  #feed;
  #confirmed;
  #shown;
  #isStale = true; // `#shown` is to be computed anew
  #overlay = []; // events that the feed has not brought yet: { event, number, index }
  #listeners = new Listeners();
  #isTelling = false;
  #unsubscribe = () => {};
  #stop = new AbortController();

  /** Index of the last event in `confirmed`. */
  index = 0;
  /** What ended the fold, or null. */
  error = null;
  /** Resolves when the state has caught up with the log for the first time. */
  ready;

  /** `follow` opens a feed with handlers; `start` gets `{ index, state }` to begin with, or is null. */
  constructor({ follow, start, outbox }, options) {
    this.#options = options;
    this.#outbox = outbox;
    this.#confirmed = this.#initial();
    this.ready = new Promise((resolve, reject) => {
      this.#run({ follow, start }, resolve).catch((error) => {
        this.#fail(error);
        reject(error);
      });
    });
    this.ready.catch(() => {}); // `error` tells it, too
    const { signal } = options;
    signal?.addEventListener('abort', () => this.close(), { signal: this.#stop.signal });
    if (signal?.aborted) {
      this.close();
    }
  }

  get confirmed() {
    return this.#confirmed;
  }

  get state() {
    if (this.#isStale) {
      this.#shown = this.#overlay.reduce((state, { event }) => this.#apply(state, event), this.#confirmed);
      this.#isStale = false;
    }
    return this.#shown;
  }

  /** Calls the listener with the state after changes; returns how to stop that. */
  subscribe(listener) {
    return this.#listeners.add(listener);
  }

  close() {
    this.#stop.abort(new DOMException('the fold was closed', 'AbortError'));
    this.#unsubscribe();
    this.#feed?.close();
  }

  async #run({ follow, start }, caughtUp) {
    if (this.#outbox !== null) {
      await this.#watchOutbox();
    }
    const { signal } = this.#stop;
    const first = start === null ? null : await start(signal);
    signal.throwIfAborted();
    if (first !== null) {
      this.#set(first.state, first.index);
    }
    const on = {
      event: (event) => this.#take(event),
      reset: ({ after }) => this.#set(this.#initial(), after),
      caughtUp,
    };
    this.#feed = follow({ after: first?.index, on, signal });
    await this.#feed.closed;
    signal.throwIfAborted(); // for who still waits for `ready`
  }

  #fail(error) {
    if (!this.#stop.signal.aborted) {
      this.error = error;
      this.#changed();
    }
  }

  #initial() {
    const { initial } = this.#options;
    return typeof initial === 'function' ? initial() : structuredClone(initial);
  }

  #apply(state, event) {
    const { on } = this.#options;
    return Object.hasOwn(on, event.type) ? on[event.type](state, event) : state;
  }

  #take(event) {
    this.#overlay = this.#overlay.filter((waiting) => waiting.event.id !== event.id);
    const next = event.type === CLEAR ? this.#initial() : this.#apply(this.#confirmed, event);
    this.#set(next, event.index);
  }

  #set(confirmed, index) {
    this.#confirmed = confirmed;
    this.index = index;
    this.#overlay = this.#overlay.filter((waiting) => waiting.index === null || waiting.index > index);
    this.#changed();
  }

  // Queued appends.

  async #watchOutbox() {
    await this.#outbox.loaded;
    this.#unsubscribe = this.#outbox.subscribe((change) => this.#takeChange(change));
    this.#outbox.pending.forEach((entry) => this.#lay(entry));
    this.#changed();
  }

  #lay({ number, events, queuedAt }) {
    for (const { id, type, payload } of events) {
      const event = { index: null, id, type, payload, createdAt: queuedAt };
      this.#overlay.push({ event, number, index: null });
    }
  }

  #takeChange(change) {
    if (change.type === 'queued') {
      this.#lay(change);
    } else if (change.type === 'refused') {
      this.#overlay = this.#overlay.filter((waiting) => waiting.number !== change.number);
    } else {
      this.#takeStored(change.events);
    }
    this.#changed();
  }

  /** Stored, but shown on top until the feed brings it in its right place. */
  #takeStored(events) {
    const indexes = new Map(events.map((event) => [event.id, event.index]));
    this.#overlay.forEach((waiting) => (waiting.index = indexes.get(waiting.event.id) ?? waiting.index));
    this.#overlay = this.#overlay.filter((waiting) => waiting.index === null || waiting.index > this.index);
  }

  /** Tells once for all that changes in one go. */
  #changed() {
    this.#isStale = true;
    if (!this.#isTelling) {
      this.#isTelling = true;
      queueMicrotask(() => {
        this.#isTelling = false;
        this.#listeners.tell(this.state, this);
      });
    }
  }
}
