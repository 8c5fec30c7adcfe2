import assert from 'node:assert/strict';
import { test } from 'node:test';
import { start, until } from '../testkit/kit.js';
import { json } from '../testkit/server.js';

const list = { initial: [], on: { n: (state, { payload }) => [...state, payload] } };

test('a fold follows the log', async (t) => {
  const { server, client } = await start(t);
  server.fill('s', 3);

  const fold = client.session('s').fold(list);
  const told = [];
  fold.subscribe((state) => told.push(state));
  await fold.ready;
  assert.deepEqual(fold.state, [0, 1, 2]);
  server.append('s', { type: 'n', payload: 'x' }, { type: 'other', payload: 'y' });
  await until(() => fold.index === 5);

  assert.deepEqual(fold.state, [0, 1, 2, 'x']);
  assert.deepEqual(told.at(-1), [0, 1, 2, 'x']);
});

test('a clear begins the state anew, seen live or missed', async (t) => {
  const { server, client } = await start(t);
  server.fill('s', 3);
  const fold = client.session('s').fold(list);
  await fold.ready;

  server.clear('s');
  server.append('s', { type: 'n', payload: 'new' });
  await until(() => fold.index === 5);
  assert.deepEqual(fold.state, ['new']);

  server.feedPlan = () => ({ stall: true });
  server.endFeeds();
  server.fill('s', 2);
  server.clear('s');
  server.append('s', { type: 'n', payload: 'newest' });
  server.feedPlan = () => ({});
  server.endFeeds();
  await until(() => fold.index === 9);
  assert.deepEqual(fold.state, ['newest']);
});

test('a log that lost its end is folded anew', async (t) => {
  const { server, client } = await start(t);
  server.fill('s', 5);
  const fold = client.session('s').fold(list);
  await fold.ready;
  await until(() => server.feedCount === 1);

  server.lose('s', 3);
  server.endFeeds();
  await until(() => fold.index === 2);

  assert.deepEqual(fold.state, [0, 1]);
});

test('a fold can begin with a state of the server', async (t) => {
  const { server, client } = await start(t);
  server.fill('s', 3);
  server.session('s').states.list = { index: 2, state: ['from the server'] };

  const fold = client.session('s').fold({ ...list, from: 'list' });
  await fold.ready;

  assert.deepEqual(fold.state, ['from the server', 2]);
});

test('an optimistic fold shows what is queued on top, until it comes in its place', async (t) => {
  const { server, tab, client } = await start(t);
  let offline = true;
  server.intercept = (request, response) => request.method === 'POST' && offline && response.destroy() && true;
  const session = client.session('s');
  const fold = session.fold({ ...list, optimistic: true });
  await fold.ready;

  await session.outbox.append({ type: 'n', payload: 'mine' });
  assert.deepEqual(fold.state, ['mine']);
  assert.deepEqual(fold.confirmed, []);
  server.append('s', { type: 'n', payload: 'theirs' });
  await until(() => fold.index === 1);
  assert.deepEqual(fold.state, ['theirs', 'mine']);

  const seen = [];
  fold.subscribe((state) => seen.push(state.length));
  offline = false;
  server.intercept = async (request, response) => {
    if (request.method !== 'POST') {
      return false;
    }
    const events = server.append('s', ...request.body.events);
    await until(() => fold.index === 2); // the feed is quicker than the answer
    return json(response, 200, { events });
  };
  tab.fire('online');
  await until(() => fold.index === 2);
  await session.outbox.settled();

  assert.deepEqual(fold.confirmed, ['theirs', 'mine']);
  assert.deepEqual(fold.state, ['theirs', 'mine']);
  assert.ok(seen.every((length) => length === 2), 'never twice, never gone');
});

test('a reducer that throws ends the fold and says so', async (t) => {
  const { server, client } = await start(t);
  server.fill('s', 1);
  const fold = client.session('s').fold({ initial: 0, on: { n: () => { throw new RangeError('bad'); } } });

  await assert.rejects(fold.ready, RangeError);
  assert.equal(fold.error.message, 'bad');
});
