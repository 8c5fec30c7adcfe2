import { framesOf, readPage } from './pages.js';
import { Queue } from './queue.js';
import { NETWORK_MAY_BE_BACK, backoff, linkedController, pause } from './waiting.js';

const MAX_PAGE = 1000;

/**
 * A session's events from an index on: each once, in order, without gaps, for as long as one reads.
 *
 * Between the link and the reader is a bounded queue. Where the link leaves out something, or the reader is so slow that
 * the queue fills, the feed falls behind: it stops taking what comes live and reads pages until it is abreast again.
 */
export class Feed {
  #context;
  #hub;
  #on;
  #after;
  #stop;
  #cursor = null; // index of the last event that went into the queue
  #target = 0; // newest index that is known to exist
  #behind = true;
  #caughtUp = false;
  #queue;
  #lateStates = new Map();
  #started = false;
  #turn = Promise.resolve(); // calls of `next` wait for each other

  /** Index of the event that the reader got last; null before the first. */
  index = null;
  wants;

  constructor(context, hub, { after, on = {}, presence, state, buffer = 256, signal } = {}) {
    this.#context = context;
    this.#hub = hub;
    this.#after = after;
    this.#on = on;
    this.#queue = new Queue(buffer);
    this.wants = { presence: presence ?? on.presence !== undefined, state: [state ?? []].flat() };
    this.#stop = linkedController(signal);
    this.#stop.controller.signal.addEventListener('abort', () => this.#end(signal?.aborted ? signal.reason : null));
    if (signal?.aborted) {
      this.#end(signal.reason);
    }
  }

  [Symbol.asyncIterator]() {
    return this;
  }

  /** The next event. Handlers of `on` run here, in order with the events; those of presence and status at once. */
  next() {
    const next = this.#turn.then(() => this.#next());
    this.#turn = next.catch(() => {});
    return next;
  }

  async #next() {
    this.#start();
    for (;;) {
      const item = await this.#queue.take();
      this.#releaseStates();
      if (item === null) {
        return { done: true, value: undefined };
      }
      if (item.kind === 'event') {
        this.index = item.event.index;
        return { done: false, value: item.event };
      }
      await this.#tell(item);
    }
  }

  async return(value) {
    this.close();
    return { done: true, value };
  }

  close() {
    this.#stop.controller.abort();
  }

  // What the hub calls.

  accept(frames) {
    for (const frame of frames) {
      this.#acceptOne(frame);
    }
  }

  status(word) {
    if (!this.#queue.hasEnded) {
      this.#tellAtOnce(this.#on.status, word);
    }
  }

  fail(error) {
    this.#end(error);
  }

  #acceptOne(frame) {
    switch (frame.kind) {
      case 'event':
        this.#acceptEvent(frame);
        break;
      case 'beat':
        this.#acceptIndex(frame.index);
        break;
      case 'reset':
        this.#acceptReset(frame);
        break;
      case 'state':
        this.#acceptState(frame);
        break;
      case 'presence':
        this.#tellAtOnce(this.#on.presence, frame.entries);
        break;
      default: // of a newer server
    }
  }

  #acceptEvent(frame) {
    const { index } = frame.event;
    if (!this.#behind && index === this.#cursor + 1 && this.#queue.hasRoom) {
      this.#target = index;
      this.#put(frame);
      this.#releaseStates();
    } else {
      this.#acceptIndex(index);
    }
  }

  #acceptIndex(index) {
    this.#target = Math.max(this.#target, index);
    if (!this.#behind && this.#target > this.#cursor) {
      this.#fallBehind();
    }
  }

  #acceptReset({ reason, after }) {
    const isPast = reason === 'cleared' && this.#cursor !== null && this.#cursor >= after;
    if (!isPast && this.#cursor !== null) {
      this.#reset({ kind: 'reset', reason, after });
      if (!this.#behind) {
        this.#fallBehind();
      }
    }
  }

  #acceptState(frame) {
    if (this.wants.state.includes(frame.reducer)) {
      this.#lateStates.set(frame.reducer, frame);
      this.#releaseStates();
    }
  }

  /** A state waits until the events that it came from have been told. */
  #releaseStates() {
    for (const [reducer, frame] of this.#lateStates) {
      if (!this.#behind && frame.index <= this.#cursor && this.#queue.hasRoom) {
        this.#lateStates.delete(reducer);
        this.#put(frame);
      }
    }
  }

  // Reading pages.

  #start() {
    if (!this.#started && !this.#queue.hasEnded) {
      this.#started = true;
      this.#hub.attach(this);
      this.#catchUp().catch((error) => this.#end(error));
    }
  }

  #fallBehind() {
    this.#behind = true;
    this.#catchUp().catch((error) => this.#end(error));
  }

  async #catchUp() {
    const { signal } = this.#stop.controller;
    for (let failures = 0; this.#behind; ) {
      try {
        await this.#queue.halfEmpty();
        signal.throwIfAborted();
        await this.#step(signal);
        failures = 0;
      } catch (error) {
        if (signal.aborted || !error.retryable) {
          throw error;
        }
        this.status('waiting');
        const ms = backoff(this.#context.env, failures++, { floorMs: error.retryAfterMs ?? 0 });
        await pause(this.#context.env, ms, { signal, wakeOn: NETWORK_MAY_BE_BACK });
      }
    }
  }

  async #step(signal) {
    if (this.#cursor === null && this.#after !== undefined) {
      this.#cursor = await this.#startIndex(signal);
    }
    const from = this.#cursor;
    const limit = Math.min(MAX_PAGE, this.#queue.room);
    const page = await readPage(this.#context.http, this.#context.path, { after: from ?? 0, limit, signal });
    if (this.#cursor !== from) {
      return; // a reset came in between
    }
    this.#hub.begin(page.frontier);
    const { frames, cursor, atEnd } = framesOf(page, from);
    frames.forEach((frame) => (frame.kind === 'reset' ? this.#reset(frame) : this.#put(frame)));
    this.#cursor = cursor;
    if (atEnd && (cursor >= this.#target || frames.length === 0)) {
      this.#abreast(page.frontier);
    }
  }

  /** `now` becomes an index before anything is read, so that nothing is skipped when the first attempt fails. */
  async #startIndex(signal) {
    if (this.#after !== 'now') {
      return this.#after;
    }
    const { frontier } = await this.#context.http.get(this.#context.path, { signal });
    return frontier;
  }

  #abreast(frontier) {
    this.#behind = false;
    this.#target = this.#cursor;
    if (!this.#caughtUp) {
      this.#caughtUp = true;
      this.#put({ kind: 'caughtUp', frontier });
    }
    this.#releaseStates();
  }

  #reset(frame) {
    this.#put(frame);
    this.#cursor = frame.after;
    this.#target = frame.after;
    this.#caughtUp = false;
    this.#lateStates.clear();
  }

  #put(item) {
    if (item.kind === 'event') {
      this.#cursor = item.event.index;
    }
    this.#queue.put(item);
  }

  async #tell(item) {
    const { kind, ...what } = item;
    try {
      await this.#on[kind]?.(what);
    } catch (error) {
      this.close(); // a loop that `next` ends with an error does not
      throw error;
    }
  }

  /** What a handler throws that runs outside of `next` ends this feed, and no other. */
  #tellAtOnce(handler, what) {
    try {
      handler?.(what);
    } catch (error) {
      this.#end(error);
    }
  }

  #end(error) {
    if (this.#queue.hasEnded) {
      return;
    }
    const { controller, release } = this.#stop;
    if (controller.signal.aborted || error === null) {
      this.#queue.drop();
    }
    this.#queue.end(error);
    release();
    controller.abort();
    this.#hub.detach(this);
    this.#tellAtOnce(this.#on.status, 'closed');
  }
}
