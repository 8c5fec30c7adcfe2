import { A2Error } from './errors.js';
import { beat, cursorAfter } from './messages.js';
import { Poller } from './poller.js';
import { SseParser } from './sse.js';
import { NETWORK_MAY_BE_BACK, backoff, linkedController, pause } from './waiting.js';
import { NOTHING, isSame } from './wants.js';

const HEARTBEAT_MS = 15_000;
const SILENCE_MS = 2.5 * HEARTBEAT_MS;
const SHORT_MS = 5_000;
const FEW = 3;
const POLL_MS = 60_000;

/**
 * The stream of one session from the server, kept up: reconnects with back-off, notices dead connections, and asks for
 * pages instead where something on the way does not let streams through. It may repeat or leave out events; feeds sort
 * that out by index.
 *
 * The owner gets `messages(list)`, `status(word)` and `failed(error)`; a failed link has ended.
 */
export class Link {
  #http;
  #env;
  #path;
  #owner;
  #stop = new AbortController();
  #connection = null;
  #wants = NOTHING;
  #cursor;
  #retryMs = 0;
  #attempt = 0; // connections in a row that did not last
  #fruitless = 0; // those of them that may be due to something between here and the server
  #isHeldBack = false; // the server answers, but its streams do not come through
  #heardAt = 0;

  constructor({ http, env, path, owner }, cursor, wants) {
    this.#http = http;
    this.#env = env;
    this.#path = path;
    this.#owner = owner;
    this.#cursor = cursor;
    this.#wants = wants;
    const wakeUps = NETWORK_MAY_BE_BACK.map((type) => env.on(type, () => this.check(1.2 * HEARTBEAT_MS)));
    this.#stop.signal.addEventListener('abort', () => wakeUps.forEach((undo) => undo()));
    this.#run().catch((error) => this.#end(error));
  }

  stop() {
    this.#stop.abort(new DOMException('the feed was closed', 'AbortError'));
  }

  /** Asks for presence and states, too, from now on. */
  want(wants) {
    const isNew = !isSame(wants, this.#wants);
    this.#wants = wants;
    if (isNew) {
      this.#connection?.abort(AGAIN);
    }
  }

  /** Gives a connection up that has been silent for too long. */
  check(silenceMs = SILENCE_MS) {
    if (this.#connection !== null && this.#env.now() - this.#heardAt > silenceMs) {
      this.#connection.abort(new A2Error({ code: 'SILENT', detail: 'the connection went silent' }));
    }
  }

  async #run() {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      if (this.#fruitless >= FEW) {
        // The first time a look will do: the server may just have come back.
        this.#isHeldBack = await this.#poll(this.#isHeldBack ? POLL_MS : 0, signal);
      }
      this.#owner.status('connecting');
      const wait = await this.#connect(signal);
      if (wait > 0) {
        this.#owner.status('waiting');
        await pause(this.#env, wait, { signal, wakeOn: NETWORK_MAY_BE_BACK });
      }
    }
  }

  /** Asks for pages for a while, at least once; returns whether it got some. */
  async #poll(forMs, signal) {
    const deliver = (messages) => {
      this.#owner.status('polling');
      this.#owner.messages(messages);
    };
    const poller = new Poller({ http: this.#http, env: this.#env, path: this.#path }, () => this.#wants);
    const { cursor, looks } = await poller.run(this.#cursor, { forMs, deliver, signal });
    this.#cursor = cursor;
    return looks > 0;
  }

  /** One connection from its beginning to its end; returns how long to wait before the next. */
  async #connect(signal) {
    const { controller, release } = linkedController(signal);
    const watchdog = this.#watch();
    const began = this.#env.now();
    const seen = { bytes: false, bye: null };
    this.#connection = controller;
    try {
      await this.#read(controller.signal, seen);
      return this.#after(seen, began, null);
    } catch (error) {
      if (signal.aborted) {
        throw signal.reason;
      }
      return error === AGAIN ? 0 : this.#after(seen, began, error);
    } finally {
      this.#connection = null;
      watchdog.stop();
      release();
      controller.abort(DONE);
    }
  }

  async #read(signal, seen) {
    const { presence, state } = this.#wants;
    const query = { after: this.#cursor, presence: presence || undefined, state };
    const headers = { Accept: 'text/event-stream', 'Last-Event-ID': String(this.#cursor) };
    const response = await this.#http.open(`${this.#path}/feed`, { query, headers, signal });
    this.#owner.status('live');
    const parser = new SseParser();
    const reader = response.body.getReader();
    while (seen.bye === null) {
      const { done, value } = await read(reader, signal);
      if (done) {
        return;
      }
      seen.bytes = true;
      this.#heardAt = this.#env.now();
      this.#deliver(parser.push(value), seen);
      this.#retryMs = parser.retryMs ?? this.#retryMs;
    }
    if (seen.bye === 'expired') {
      await this.#http.renewToken();
    }
  }

  #deliver(messages, seen) {
    const news = messages.filter((message) => message.event !== 'bye');
    const bye = messages.find((message) => message.event === 'bye');
    seen.bye = bye === undefined ? null : this.#http.parse(bye.data).reason;
    this.#cursor = news.reduce(cursorAfter, this.#cursor);
    this.#owner.messages([...news, beat(this.#cursor)]);
  }

  /** How long to wait after a connection, by what came of it. */
  #after(seen, began, error) {
    if (error !== null && !isPassing(error)) {
      throw error;
    }
    const lived = this.#env.now() - began;
    if (seen.bye !== null || (seen.bytes && lived >= SHORT_MS)) {
      this.#attempt = 0;
      this.#fruitless = 0;
      this.#isHeldBack = false;
    } else if (error?.status !== 503) {
      this.#fruitless++; // a server that has too much to do gets nothing more to do
    }
    const floorMs = error?.retryAfterMs ?? this.#retryMs;
    return backoff(this.#env, this.#attempt++, { floorMs });
  }

  #watch() {
    const watchdog = { stop: () => this.#env.clearTimeout(watchdog.timer) };
    const look = () => {
      this.check();
      watchdog.timer = this.#env.setTimeout(look, HEARTBEAT_MS / 2);
    };
    this.#heardAt = this.#env.now();
    watchdog.timer = this.#env.setTimeout(look, HEARTBEAT_MS / 2);
    return watchdog;
  }

  #end(error) {
    const stopped = this.#stop.signal.aborted;
    this.stop();
    if (!stopped) {
      this.#owner.failed(error);
    }
  }
}

const AGAIN = new DOMException('connects anew to ask for more', 'AbortError');
const DONE = new DOMException('the connection has been read', 'AbortError');

/** Whether it may be better next time. Errors that are no A2Error are bugs, and end the link. */
function isPassing(error) {
  return error instanceof A2Error && error.retryable;
}

async function read(reader, signal) {
  try {
    return await reader.read();
  } catch (cause) {
    if (signal.aborted) {
      throw signal.reason;
    }
    throw new A2Error({ code: 'NETWORK', detail: cause.message, cause });
  }
}
