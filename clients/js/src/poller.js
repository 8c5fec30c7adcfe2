import { framesOf, readPage } from './pages.js';
import { NETWORK_MAY_BE_BACK, backoff, pause } from './waiting.js';

const FASTEST_MS = 1_000;
const SLOWEST_MS = 5_000;
const PAGE = 1_000;

/** Asks for what is new again and again where streams do not come through. */
export class Poller {
  #http;
  #env;
  #path;
  #wants;

  constructor({ http, env, path }, wants) {
    this.#http = http;
    this.#env = env;
    this.#path = path;
    this.#wants = wants;
  }

  /** Returns the cursor from which a stream goes on, and how often there was an answer. */
  async run(cursor, { forMs, deliver, signal }) {
    const until = this.#env.now() + forMs;
    let looks = 0;
    let waitMs = FASTEST_MS;
    for (let failures = 0; ; ) {
      try {
        const news = await this.#look(cursor, signal);
        deliver(news.frames);
        waitMs = news.cursor === cursor ? Math.min(waitMs * 1.5, SLOWEST_MS) : FASTEST_MS;
        cursor = news.cursor;
        looks++;
        failures = 0;
      } catch (error) {
        if (!error.retryable || signal.aborted) {
          throw error;
        }
        waitMs = backoff(this.#env, failures++, { floorMs: error.retryAfterMs ?? FASTEST_MS });
      }
      if (this.#env.now() + waitMs > until) {
        return { cursor, looks };
      }
      await pause(this.#env, waitMs, { signal, wakeOn: NETWORK_MAY_BE_BACK });
    }
  }

  async #look(cursor, signal) {
    const frames = [];
    let news;
    do {
      const page = await readPage(this.#http, this.#path, { after: cursor, limit: PAGE, signal });
      news = framesOf(page, cursor);
      frames.push(...news.frames);
      cursor = news.cursor;
    } while (!news.atEnd && frames.length < PAGE);
    frames.push({ kind: 'beat', index: cursor });
    frames.push(...(await this.#besides(signal)));
    return { frames, cursor };
  }

  async #besides(signal) {
    const { presence, state } = this.#wants();
    const frames = await Promise.all(
      state.map(async (name) => {
        const answer = await this.#http.get(`${this.#path}/state/${encodeURIComponent(name)}`, { signal });
        return { kind: 'state', ...answer };
      }),
    );
    if (presence) {
      frames.push({ kind: 'presence', ...(await this.#http.get(`${this.#path}/presence`, { signal })) });
    }
    return frames;
  }
}
