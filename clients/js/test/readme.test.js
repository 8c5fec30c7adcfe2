import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import * as a2 from '../src/a2.js';
import { start } from '../testkit/kit.js';

const AsyncFunction = (async () => {}).constructor;

test('the samples of the README run, one after the other', async (t) => {
  const { server, tab } = await start(t);
  server.session('order/17').states.totals = { index: 1, state: { orders: 1 } };
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const samples = [...readme.matchAll(/```js\n(.*?)```/gs)].map((match) => match[1]);
  const program = samples.join('\n').replace(/^import .*$/m, '');
  const said = [];
  const console = { log: (...words) => said.push(words), warn: assert.fail, error: assert.fail };
  const connect = (options) => {
    assert.equal(options.url, '/');
    const client = a2.connect({ ...options, url: server.url, share: false, timeoutMs: 500_000, environment: tab.environment });
    t.after(() => client.close());
    return client;
  };
  const fetch = async () => new Response('a-token');

  const result = await new AsyncFunction('connect', 'fetch', 'console', `${program}; return { events, dead };`)(connect, fetch, console);

  assert.equal(samples.length, 8);
  assert.deepEqual(result.events.map((event) => event.type), ['order.placed', 'note.added']);
  assert.equal(result.dead.sessions.length, 1);
  assert.ok(said.some(([index, type]) => index === 2 && type === 'note.added'));
  assert.ok(server.requests.every((request) => request.headers.authorization === 'Bearer a-token'));
});
