import { segment } from './http.js';
import { beat } from './messages.js';
import { resetFor } from './pages.js';
import { NETWORK_MAY_BE_BACK, backoff, pause } from './waiting.js';

const FASTEST_MS = 1_000;
const SLOWEST_MS = 5_000;
const PAGE = 1_000;
const MAX_PAGES = 4;

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
        deliver(news.messages);
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
    const messages = [];
    for (let isFull = true; isFull && messages.length < MAX_PAGES; ) {
      const query = { after: cursor, limit: PAGE };
      const data = await this.#http.getText(`${this.#path}/events`, { query, signal });
      const page = this.#http.parse(data);
      const reset = resetFor(page, cursor);
      cursor = page.events.at(-1)?.index ?? reset?.after ?? cursor;
      if (reset !== null) {
        messages.push({ event: 'reset', id: String(reset.after), data: JSON.stringify(reset) });
      }
      messages.push({ event: 'page', id: String(cursor), data });
      isFull = page.next !== null;
    }
    return { messages: [...messages, beat(cursor), ...(await this.#besides(signal))], cursor };
  }

  async #besides(signal) {
    const { presence, state } = this.#wants();
    const read = async (event, path) => ({ event, id: '', data: await this.#http.getText(this.#path + path, { signal }) });
    const states = state.map((name) => read('state', `/state/${segment(name)}`));
    return Promise.all(presence ? [...states, read('presence', '/presence')] : states);
  }
}
