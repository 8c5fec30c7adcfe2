import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexesOf, range, seed, seeded, start, take, until } from '../testkit/kit.js';
import { problem } from '../testkit/server.js';

test('a feed brings what is there and what comes, in order', async (t) => {
  const { server, client } = await start(t);
  server.fill('s', 3);

  const feed = client.session('s').feed();
  const first = await take(feed, 3);
  server.fill('s', 2);
  const then = await take(feed, 2);

  assert.deepEqual(indexesOf([...first, ...then]), range(1, 5));
  assert.ok(!('cause' in first[0]));
});

test('a feed after now brings only what comes', async (t) => {
  const { server, client } = await start(t);
  server.fill('s', 3);

  const feed = client.session('s').feed({ after: 'now' });
  const next = take(feed, 1);
  await until(() => server.feedCount === 1);
  server.fill('s', 1);

  assert.deepEqual(indexesOf(await next), [4]);
});

test('cut connections anywhere leave no gap and repeat nothing', async (t) => {
  const random = seeded(seed);
  const { server, client } = await startWithLongConnections(t, { random });
  t.diagnostic(`A2_SEED=${seed}`);
  server.plan = () => ({ cutAfter: Math.floor(random() * 3000), chunk: 1 + Math.floor(random() * 200) });
  server.fill('s', 50);

  const said = new Set();
  const feed = client.session('s').feed({ on: { status: (status) => said.add(status) } });
  const reading = take(feed, 500);
  for (let left = 450; left > 0; left -= 15) {
    server.fill('s', 15);
    await new Promise((resolve) => setTimeout(resolve, 10 * random()));
  }

  assert.deepEqual(indexesOf(await reading), range(1, 500));
  assert.ok(!said.has('polling'));
});

test('a stream cut anywhere in a frame brings every event once', async (t) => {
  const { server, client } = await startWithLongConnections(t);
  server.fill('s', 1);
  let cutAfter = 20;
  server.plan = () => ({ cutAfter: (cutAfter += 3), chunk: 7 });
  const feed = client.session('s').feed();
  await feed.next();

  for (let index = 2; index < 50; index++) {
    server.fill('s', 1);
    assert.equal((await feed.next()).value.index, index);
  }
});

test('it comes back with the id of the last event, not before the server allows', async (t) => {
  const { server, client } = await start(t);
  server.retryMs = 20_000; // 200 ms on this clock
  server.fill('s', 2);
  const feed = client.session('s').feed();
  await take(feed, 2);
  const next = feed.next();
  await until(() => server.feedCount === 1);
  server.fill('s', 1);
  await next;

  const cutAt = performance.now();
  server.endFeeds();
  feed.next();
  await until(() => feedRequests(server).length === 2);

  assert.ok(performance.now() - cutAt >= 199);
  assert.equal(feedRequests(server)[1].headers['last-event-id'], '3');
});

test('the network coming back ends the waiting', async (t) => {
  const { server, tab, client } = await start(t);
  server.retryMs = 10_000_000;
  const feed = client.session('s').feed();
  const next = feed.next();
  await until(() => server.feedCount === 1);
  server.endFeeds();
  await until(() => server.feedCount === 0);
  server.fill('s', 1);

  await until(() => tab.fire('online') || server.feedCount === 1);

  assert.equal((await next).value.index, 1);
});

test('a connection that went silent is given up', async (t) => {
  const { server, client } = await start(t);
  let plans = 0;
  server.feedPlan = () => ({ stall: ++plans === 1 });
  const next = client.session('s').feed().next();

  await until(() => plans === 2);
  server.fill('s', 1);

  assert.equal((await next).value.index, 1);
});

test('a page that wakes up does not trust its old connection', async (t) => {
  let sleptMs = 0;
  const { server, tab, client } = await start(t, { environment: { now: () => performance.now() + sleptMs } });
  let plans = 0;
  server.feedPlan = () => ({ stall: ++plans === 1 });
  client.session('s').feed().next();
  await until(() => server.feedCount === 1);

  tab.fire('resume');
  sleptMs = 20_000; // less than the silence after which it would look by itself
  tab.fire('resume');

  await until(() => plans === 2);
});

test('where streams are held back, pages are asked for instead, and a stream is tried again later', async (t) => {
  const { server, client } = await start(t);
  const said = [];
  server.feedPlan = () => ({ cutAfter: 1 });
  const feed = client.session('s').feed({ on: { status: (status) => said.push(status) } });
  const reading = take(feed, 20);

  await until(() => said.includes('polling'));
  server.fill('s', 20);
  assert.deepEqual(indexesOf(await reading), range(1, 20));
  server.feedPlan = () => ({});
  feed.next();
  await until(() => server.feedCount === 1);

  await until(() => said.at(-1) === 'live');
  const opened = feedRequests(server).length;
  assert.ok(opened <= 8, `no tight loop: ${opened} connections`);
});

test('after an outage the first stream that comes through will do', async (t) => {
  const { server, client } = await start(t);
  let isDown = true;
  server.intercept = (request, response) => isDown && request.path[2] === 'feed' && response.destroy() && true;
  const said = [];
  const status = (word) => {
    said.push(word);
    isDown &&= word !== 'polling';
  };

  client.session('s').feed({ on: { status } }).next();
  await until(() => said.includes('live'));

  assert.deepEqual(said.slice(said.indexOf('polling')), ['polling', 'connecting', 'live']);
});

test('a server that has too much to do is not asked for pages, too', async (t) => {
  const { server, client } = await start(t);
  server.intercept = ({ path }, response) => path[2] === 'feed' && problem(response, 503, 'TOO_MANY_REQUESTS', '', { 'Retry-After': '1' });

  client.session('s').feed().next();
  await until(() => feedRequests(server).length >= 8);

  assert.ok(server.requests.length - feedRequests(server).length <= 1);
});

test('an answer that is no stream leads to pages, too', async (t) => {
  const { server, client } = await start(t);
  server.intercept = (request, response) => request.path[2] === 'feed' && response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>') && true;
  const reading = take(client.session('s').feed(), 1);

  await until(() => feedRequests(server).length >= 3);
  server.fill('s', 1);

  assert.deepEqual(indexesOf(await reading), [1]);
});

test('bye brings it back, and a token that expired is renewed', async (t) => {
  let tokens = 0;
  const { server, client } = await start(t, { token: async () => `token-${++tokens}`, environment: { factor: 20 } });
  const next = client.session('s').feed().next();
  await until(() => server.feedCount === 1);

  server.endFeeds('shutting-down');
  await until(() => feedRequests(server).length === 2 && server.feedCount === 1);
  server.endFeeds('expired');
  await until(() => feedRequests(server).length === 3 && server.feedCount === 1);
  server.fill('s', 1);

  assert.equal((await next).value.index, 1);
  const used = feedRequests(server).map((request) => request.headers.authorization);
  assert.deepEqual(used, ['Bearer token-1', 'Bearer token-1', 'Bearer token-2']);
  assert.ok(server.requests.every((request) => !String(request.query).includes('token')));
});

test('a clear is an event to who is there, a reset to who was away', async (t) => {
  const { server, client } = await start(t);
  server.fill('s', 3);
  const resets = [];
  const feed = client.session('s').feed({ on: { reset: (reset) => resets.push(reset) } });
  await take(feed, 3);
  const live = feed.next();
  await until(() => server.feedCount === 1);
  server.clear('s');
  assert.equal((await live).value.type, 'a2.clear');
  assert.deepEqual(resets, []);

  const away = client.session('s').feed({ after: 1, on: { reset: (reset) => resets.push(reset) } });
  assert.deepEqual(indexesOf(await take(away, 1)), [4]);
  assert.deepEqual(resets, [{ reason: 'cleared', after: 3 }]);
});

test('a log that lost its end is told as a reset', async (t) => {
  const { server, client } = await start(t);
  server.fill('s', 5);
  const resets = [];
  const caughtUp = [];
  const on = { reset: (reset) => resets.push(reset), caughtUp: (what) => caughtUp.push(what) };
  const feed = client.session('s').feed({ on });
  await take(feed, 5);
  const reading = take(feed, 4);
  await until(() => server.feedCount === 1);

  server.lose('s', 2);
  server.endFeeds();
  await until(() => resets.length === 1);
  server.fill('s', 1);

  assert.deepEqual(indexesOf(await reading), [1, 2, 3, 4]);
  assert.deepEqual(resets, [{ reason: 'beyond-end', after: 0 }]);
  feed.next();
  await until(() => caughtUp.length === 2);
});

test('a server that skips or repeats is put right from the log', async (t) => {
  const { server, client } = await start(t);
  const feed = client.session('s').feed();
  const reading = take(feed, 6);
  await until(() => server.feedCount === 1);

  const { events } = server.session('s');
  server.fill('s', 2);
  server.say('s', 'message', events[0], 1);
  const [hidden] = [...server.sessions.values()];
  hidden.frontier += 3;
  hidden.events.push(...[3, 4, 5].map((index) => ({ ...events[0], index, id: `hidden-${index}` })));
  server.say('s', 'message', events[4], 5);
  server.session('s').frontier = 5;
  server.append('s', { type: 'n', payload: 6 });

  assert.deepEqual(indexesOf(await reading), range(1, 6));
});

test('a slow reader costs a bounded queue and misses nothing', async (t) => {
  const { server, client } = await start(t);
  const pages = () => server.requests.filter((request) => request.path[2] === 'events');
  const feed = client.session('s').feed({ buffer: 10 });
  const first = feed.next();
  await until(() => server.feedCount === 1);

  server.fill('s', 500);
  await first;
  await new Promise((resolve) => setTimeout(resolve, 30));
  assert.ok(pages().length < 5, 'nothing is fetched that nobody takes');
  const rest = await take(feed, 499);

  assert.deepEqual(indexesOf(rest), range(2, 500));
  assert.ok(pages().length > 40, 'what had no room was dropped');
  assert.ok(pages().every((request) => Number(request.query.get('limit')) <= 10));
});

test('large events count by their size', async (t) => {
  const { server, client } = await start(t);
  server.append('s', ...Array.from({ length: 40 }, () => ({ type: 'n', payload: 'x'.repeat(500_000) })));
  const feed = client.session('s').feed();

  await feed.next();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const pages = server.requests.filter((request) => request.path[2] === 'events').length;

  assert.equal(pages, 1);
  assert.deepEqual(indexesOf(await take(feed, 39)), range(2, 40));
});

test('a state comes after the events that it was made of', async (t) => {
  const { server, client } = await start(t);
  server.session('s').states.sum = { index: 0, state: 0 };
  const order = [];
  const on = { event: ({ index }) => order.push(index), state: ({ state }) => order.push(state) };
  const { close } = client.session('s').follow({ state: 'sum', on });
  await until(() => order.length === 1);

  server.say('s', 'state', { reducer: 'sum', index: 2, state: 'one' });
  server.say('s', 'state', { reducer: 'sum', index: 2, state: 'two' });
  server.fill('s', 1);
  await until(() => order.length === 2);
  server.fill('s', 1);
  await until(() => order.length === 4);
  close();

  assert.deepEqual(order, [0, 1, 2, 'two']);
});

test('a state from before a reset is told to nobody who comes later', async (t) => {
  const { server, client } = await start(t);
  server.session('s').states.sum = { index: 0, state: 'first' };
  const early = [];
  client.session('s').follow({ state: 'sum', on: { state: ({ state }) => early.push(state), reset: () => early.push('reset') } });
  await until(() => early.length === 1);
  server.say('s', 'reset', { reason: 'history-lost', after: 0 }, 0);
  await until(() => early.includes('reset'));

  const late = [];
  const on = { state: ({ state }) => late.push(state), caughtUp: () => late.push('caught up') };
  client.session('s').follow({ state: 'sum', on });
  await until(() => late.length > 0);

  assert.deepEqual(late, ['caught up']);
});

test('calls of next wait for each other', async (t) => {
  const { server, client } = await start(t);
  const feed = client.session('s').feed();

  const calls = [feed.next(), feed.next(), feed.next()];
  await until(() => server.feedCount === 1);
  server.fill('s', 3);

  assert.deepEqual(indexesOf((await Promise.all(calls)).map(({ value }) => value)), [1, 2, 3]);
});

test('an index beyond the end of the log is a reset', async (t) => {
  const { server, client } = await start(t);
  server.fill('s', 3);
  const resets = [];

  const feed = client.session('s').feed({ after: 99, on: { reset: (reset) => resets.push(reset) } });

  assert.deepEqual(indexesOf(await take(feed, 3)), [1, 2, 3]);
  assert.deepEqual(resets, [{ reason: 'beyond-end', after: 0 }]);
});

test('what one feed of a page wants does not take from another, and who comes later hears the latest', async (t) => {
  const { server, client } = await start(t);
  const heard = { early: [], late: [] };
  const listen = (name) => ({ presence: (entries) => heard[name].push(entries.map(({ participant }) => participant)) });
  client.session('s').follow({ on: listen('early') });
  await until(() => heard.early.length === 1);
  client.session('s').feed().next();
  server.setPresence('s', 'ada', { values: { x: 1 }, ttlMs: 30_000, at: '2026-01-01T00:00:00.000Z' });
  await until(() => heard.early.at(-1).includes('ada'));

  const opened = feedRequests(server).length;
  client.session('s').follow({ on: listen('late') });
  await until(() => heard.late.length > 0);

  assert.deepEqual(heard.late[0], ['ada']);
  assert.equal(opened, 1);
  assert.equal(feedRequests(server).length, 1);
});

test('handlers that take their time hold the next event back', async (t) => {
  const { server, client } = await start(t);
  server.fill('s', 3);
  let running = 0;
  const seen = [];
  const { closed, close } = client.session('s').follow({
    on: {
      async event({ index }) {
        assert.equal(++running, 1);
        await new Promise((resolve) => setTimeout(resolve, 3));
        running--;
        seen.push(index);
      },
    },
  });

  await until(() => seen.length === 3);
  close();
  await closed;
});

test('what a handler throws ends its feed, and no other', async (t) => {
  const { server, client } = await start(t);
  server.fill('s', 1);
  const fail = () => {
    throw new RangeError('mine');
  };
  const other = client.session('s').feed();
  await take(other, 1);

  for (const handler of ['event', 'caughtUp', 'presence', 'status']) {
    const errors = [];
    const on = { [handler]: fail, error: (error) => errors.push(error.message) };
    await assert.rejects(client.session('s').follow({ on }).closed, RangeError, handler);
    assert.deepEqual(errors, ['mine']);
  }

  server.fill('s', 1);
  assert.deepEqual(indexesOf(await take(other, 1)), [2]);
  other.close();
  await until(() => server.feedCount === 0);
});

test('a signal ends a feed, before and while it runs, and its connection', async (t) => {
  const { server, client } = await start(t);
  const stop = new AbortController();
  const next = client.session('s').feed({ signal: stop.signal }).next();
  await until(() => server.feedCount === 1);

  stop.abort(new Error('enough'));

  await assert.rejects(next, { message: 'enough' });
  await until(() => server.feedCount === 0);
  await assert.rejects(client.session('s').feed({ signal: stop.signal }).next(), { message: 'enough' });
});

test('feeds of one page share a connection, and leaving a loop gives it back', async (t) => {
  const { server, client } = await start(t);
  server.fill('s', 2);
  const one = client.session('s').feed();
  const other = client.session('s').feed({ after: 1 });

  assert.deepEqual(indexesOf(await take(one, 2)), [1, 2]);
  assert.deepEqual(indexesOf(await take(other, 1)), [2]);
  one.next();
  other.next();
  await until(() => server.feedCount === 1);
  assert.equal(feedRequests(server).length, 1);
  await one.return();
  other.close();

  await until(() => server.feedCount === 0);
});

test('a terminal refusal ends the feed with its error', async (t) => {
  const { server, client } = await start(t);
  server.intercept = (request, response) => problem(response, 403, 'FORBIDDEN', 'not yours');

  const reading = client.session('s').feed().next();

  await assert.rejects(reading, { name: 'A2Error', status: 403, code: 'FORBIDDEN', detail: 'not yours' });
});

test('a server that is busy or away is no reason to end', async (t) => {
  const { server, client } = await start(t);
  server.fill('s', 1);
  const faults = [503, 500, 429, 408, 502];
  server.intercept = (request, response) => faults.length > 0 && problem(response, faults.shift(), 'BUSY', '', { 'Retry-After': '1' });

  assert.equal((await client.session('s').feed().next()).value.index, 1);
});

/** A server whose connections seem to have lasted for long when they are cut, so that nobody begins to poll. */
async function startWithLongConnections(t, environment) {
  let laterMs = 0;
  const now = () => performance.now() * 100 + laterMs;
  const { server, client } = await start(t, { environment: { now, ...environment } });
  server.feedPlan = () => {
    laterMs += 6_000;
    return server.plan();
  };
  return { server, client };
}

const feedRequests = (server) => server.requests.filter((request) => request.path[2] === 'feed');
