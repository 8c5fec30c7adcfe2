import { connect } from '../src/a2.js';
import { Origin } from './browser.js';
import { TestServer } from './server.js';

/** A server and a client for one test; both end with it. */
export async function start(test, options = {}) {
  const server = await TestServer.start();
  const origin = new Origin();
  const tab = origin.tab(options.environment);
  const client = connectTo(test, server, tab, options);
  test.after(() => server.close());
  return { server, origin, tab, client };
}

export function connectTo(test, server, tab, { environment, ...options } = {}) {
  const client = connect({ url: server.url, share: false, timeoutMs: 500_000, environment: tab.environment, ...options });
  test.after(() => client.close());
  return client;
}

/** The next n values of an iterator. */
export async function take(iterator, n) {
  const taken = [];
  while (taken.length < n) {
    const { done, value } = await iterator.next();
    if (done) {
      break;
    }
    taken.push(value);
  }
  return taken;
}

/** Waits for a condition, five seconds at most. */
export async function until(condition, what = String(condition)) {
  const end = Date.now() + 5_000;
  while (!(await condition())) {
    if (Date.now() > end) {
      throw new Error(`not within five seconds: ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

export const indexesOf = (events) => events.map((event) => event.index);

export const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Random numbers that a seed repeats (SplitMix32), between 0 and 1. */
export function seeded(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    mixed ^= mixed >>> 15;
    return (mixed >>> 0) / 2 ** 32;
  };
}

/** A seed for this run, or the one of A2_SEED; it is printed when a test fails. */
export const seed = Number(process.env.A2_SEED ?? Date.now() % 1_000_000);
