import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStorage } from '../src/a2.js';
import { connectTo, start, until } from '../testkit/kit.js';
import { json, problem } from '../testkit/server.js';

const note = (payload) => ({ type: 'note', payload });

test('append answers with the stored events', async (t) => {
  const { client } = await start(t);

  const events = await client.session('s').append([note(1), { ...note(2), id: 'mine' }]);

  assert.deepEqual(events.map(({ index, type, payload }) => [index, type, payload]), [[1, 'note', 1], [2, 'note', 2]]);
  assert.equal(events[1].id, 'mine');
});

test('append goes on until the answer is definite, with the same ids', async (t) => {
  const { server, client } = await start(t);
  const faults = [
    (request, response) => problem(response, 503, 'TOO_MANY_REQUESTS', '', { 'Retry-After': '1' }),
    (request, response) => response.destroy(),
    (request, response) => problem(response, 429, 'TOO_MANY_REQUESTS'),
    (request, response) => problem(response, 408, 'REQUEST_TIMEOUT'),
    (request, response) => server.append('s', ...request.body.events) && response.destroy(),
  ];
  server.intercept = (request, response) => faults.shift()?.(request, response) ?? false;

  const [event] = await client.session('s').append(note(1));

  assert.equal(event.index, 1);
  assert.equal(server.session('s').frontier, 1);
  const ids = server.requests.map((request) => request.body.events[0].id);
  assert.deepEqual(new Set(ids).size, 1);
  assert.equal(ids.length, 6);
});

test('append rejects a definite refusal at once', async (t) => {
  const { server, client } = await start(t);
  server.intercept = (request, response) => problem(response, 409, 'CONFLICT', 'the frontier is 3');

  const appended = client.session('s').append(note(1), { ifLastIndex: 2 });

  await assert.rejects(appended, { status: 409, code: 'CONFLICT', detail: 'the frontier is 3', retryable: false });
  assert.equal(server.requests.length, 1);
  assert.equal(server.requests[0].body.ifLastIndex, 2);
});

test('append can be given up', async (t) => {
  const { server, client } = await start(t);
  server.intercept = (request, response) => problem(response, 503, 'STORE_UNAVAILABLE');
  const giveUp = new AbortController();

  const appended = client.session('s').append(note(1), { signal: giveUp.signal });
  await until(() => server.requests.length > 1);
  giveUp.abort();

  await assert.rejects(appended, { name: 'AbortError' });
});

test('what is queued offline is sent in order when the network is back', async (t) => {
  const { server, tab, client } = await start(t);
  let offline = true;
  server.intercept = (request, response) => offline && response.destroy() && true;
  const { outbox } = client.session('s');

  const queued = [];
  for (let i = 1; i <= 3; i++) {
    const event = note([i]);
    queued.push(await outbox.append(event));
    event.payload.push('too late');
  }
  await until(() => outbox.blockedBy?.code === 'NETWORK');
  assert.deepEqual(outbox.pending.map(({ events }) => events[0].payload), [[1], [2], [3]]);
  offline = false;
  tab.fire('online');
  const stored = await Promise.all(queued.map((entry) => entry.stored));
  await outbox.settled();

  assert.deepEqual(stored.map(([event]) => [event.index, event.payload]), [[1, [1]], [2, [2]], [3, [3]]]);
  assert.deepEqual(outbox.pending, []);
});

test('after a reload what was left is sent, with the ids it had', async (t) => {
  const storage = new MemoryStorage();
  const { server, tab, client } = await start(t, { storage });
  server.intercept = (request, response) => server.append('s', ...request.body.events) && response.destroy() && true;
  const { events } = await client.session('s').outbox.append(note(1));
  await until(() => server.session('s').frontier === 1);
  client.close();

  server.intercept = () => false;
  connectTo(t, server, tab, { storage });
  await until(async () => (await storage.queues()).length === 0);

  assert.deepEqual(server.session('s').events.map(({ id }) => id), [events[0].id]);
});

test('what a tab kept and could not send, another tab sends', async (t) => {
  const storage = new MemoryStorage();
  const { server, origin } = await start(t);
  const [going, staying] = [1, 2].map(() => {
    const tab = origin.tab();
    return Object.assign(tab, { client: connectTo(t, server, tab, { storage }) });
  });
  server.intercept = (request, response) => problem(response, 503, 'STORE_UNAVAILABLE');
  const other = staying.client.session('s').outbox;
  await other.loaded;
  const mine = await going.client.session('s').outbox.append(note(1));
  await until(() => other.pending.length === 1);
  assert.deepEqual(other.pending[0].events, mine.events);

  going.crash();
  going.client.close();
  server.intercept = () => false;
  await other.settled();

  assert.deepEqual(server.session('s').events.map(({ id }) => id), [mine.events[0].id]);
});

test('tabs send in turn, never at once, and tell each other', async (t) => {
  const storage = new MemoryStorage();
  const { server, origin } = await start(t);
  let [sending, most] = [0, 0];
  server.intercept = async () => {
    most = Math.max(most, ++sending);
    await new Promise((resolve) => setTimeout(resolve, 5));
    sending--;
    return false;
  };
  const outboxes = [1, 2, 3].map(() => connectTo(t, server, origin.tab(), { storage }).session('s').outbox);

  const queued = [];
  for (let i = 0; i < 9; i++) {
    queued.push(await outboxes[i % 3].append(note(i)));
  }
  const stored = await Promise.all(queued.map((entry) => entry.stored));

  assert.equal(most, 1);
  assert.deepEqual(stored.map(([event]) => [event.index, event.payload]), queued.map((_, i) => [i + 1, i]));
  assert.equal(server.requests.length, 9);
});

test('closing the client ends an append that waits', async (t) => {
  const { server, client } = await start(t);
  server.intercept = (request, response) => problem(response, 503, 'STORE_UNAVAILABLE');
  const appended = client.session('s').append(note(1));
  await until(() => server.requests.length > 0);

  client.close();

  await assert.rejects(appended, { name: 'AbortError' });
});

test('a refused append leaves the queue and does not hold up the others', async (t) => {
  const refused = [];
  const { server, client } = await start(t, { outbox: { onRefused: (change) => refused.push(change) } });
  server.intercept = (request, response) => request.body?.events[0].payload === 1 && problem(response, 400, 'INVALID_ARGUMENT');
  const { outbox } = client.session('s');

  const first = await outbox.append(note(1));
  const second = await outbox.append(note(2));
  await second.stored;

  await assert.rejects(first.stored, { code: 'INVALID_ARGUMENT', status: 400 });
  assert.deepEqual(refused.map(({ session, events, error }) => [session, events[0].payload, error.code]), [
    ['s', 1, 'INVALID_ARGUMENT'],
  ]);
  assert.deepEqual(outbox.pending, []);
});

test('a token that ended refuses nothing: the queue waits for another', async (t) => {
  const { server, client } = await start(t, { token: 'old' });
  let isGood = false;
  server.intercept = (request, response) => !isGood && problem(response, 401, 'UNAUTHORIZED');
  const { outbox } = client.session('s');

  const { stored } = await outbox.append(note(1));
  await until(() => outbox.blockedBy?.status === 401);
  isGood = true;
  outbox.drain();

  assert.equal((await stored)[0].index, 1);
});

test('a full outbox says so', async (t) => {
  const { server, client } = await start(t, { outbox: { maxPending: 1 } });
  server.intercept = (request, response) => problem(response, 503, 'STORE_UNAVAILABLE');
  const { outbox } = client.session('s');

  await outbox.append(note(1));

  await assert.rejects(outbox.append(note(2)), { code: 'OUTBOX_FULL', retryable: false });
});

test('a storage that fails once is asked again', async (t) => {
  const storage = new MemoryStorage();
  let failures = 1;
  storage.list = async (queue) => {
    if (failures-- > 0) {
      throw new Error('the disk is asleep');
    }
    return MemoryStorage.prototype.list.call(storage, queue);
  };
  const { client } = await start(t, { storage });
  const { outbox } = client.session('s');

  await outbox.append(note(1)).catch(() => outbox.append(note(1)));
  await outbox.settled();

  assert.deepEqual(outbox.pending, []);
});

test('any id travels as one segment', async (t) => {
  const { client, server } = await start(t);

  for (const id of ['.', '..', '.;', 'a/b', 'ü 💡', '%2F', 'a?b#c', "'", '...', '~', 'a\0b\n']) {
    const [event] = await client.session(id).append(note(id));
    assert.equal(event.payload, server.session(id).events[0].payload);
  }
  assert.throws(() => client.session(''), { code: 'INVALID_ARGUMENT' });
  assert.throws(() => client.session('\ud800'), { code: 'INVALID_ARGUMENT' });
});
