import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectTo, indexesOf, range, seed, seeded, start, take, until } from '../testkit/kit.js';

/** A server and n tabs of one origin, each with a client that shares. */
async function startTabs(t, n, options = {}) {
  const { server, origin } = await start(t);
  const tabs = Array.from({ length: n }, (_, i) => {
    const tab = origin.tab(options.environment);
    return Object.assign(tab, { client: connectTo(t, server, tab, { share: true, token: `tab ${i}`, ...options }) });
  });
  return { server, origin, tabs };
}

const feedsOpened = (server) => server.requests.filter((request) => request.path[2] === 'feed');

test('tabs of one origin share one stream', async (t) => {
  const { server, tabs } = await startTabs(t, 3, { environment: { factor: 5 } });
  server.fill('s', 5);

  const feeds = tabs.map((tab) => tab.client.session('s').feed());
  const before = await Promise.all(feeds.map((feed) => take(feed, 5)));
  const reading = feeds.map((feed) => take(feed, 5));
  await until(() => server.feedCount === 1);
  server.fill('s', 5);
  const after = await Promise.all(reading);

  feeds.forEach((_, i) => assert.deepEqual(indexesOf([...before[i], ...after[i]]), range(1, 10)));
  assert.equal(feedsOpened(server).length, 1);
});

test('when the tab that reads goes, another goes on without gap or repeat', async (t) => {
  const random = seeded(seed);
  t.diagnostic(`A2_SEED=${seed}`);
  const { server, tabs } = await startTabs(t, 4);
  const feeds = tabs.map((tab) => tab.client.session('s').feed());
  const last = take(feeds.at(-1), 200);
  const others = feeds.slice(0, -1).map((feed) => readAll(feed));

  for (let left = 4; left > 0; left--) {
    await until(() => server.feedCount === 1);
    for (let i = 0; i < 10; i++) {
      server.fill('s', 5);
      await new Promise((resolve) => setTimeout(resolve, 3 * random()));
    }
    if (left > 1) {
      const tab = tabs[4 - left];
      random() < 0.5 ? tab.crash() : tab.client.close();
      server.endFeeds();
    }
  }

  assert.deepEqual(indexesOf(await last), range(1, 200));
  tabs.forEach((tab) => tab.client.close());
  for (const events of await Promise.all(others)) {
    assert.deepEqual(indexesOf(events), range(1, events.length));
  }
});

test('a frozen tab loses the lock to one that is awake', async (t) => {
  const { server, tabs } = await startTabs(t, 2);
  const [asleep, awake] = tabs;
  const sleeping = asleep.client.session('s').feed();
  const first = sleeping.next();
  await until(() => server.feedCount === 1);
  const feed = awake.client.session('s').feed();
  const reading = take(feed, 2);

  asleep.isFrozen = true;
  await until(() => feedsOpened(server).at(-1).headers.authorization === 'Bearer tab 1');
  server.fill('s', 2);

  assert.deepEqual(indexesOf(await reading), [1, 2]);
  asleep.isFrozen = false;
  assert.equal((await first).value.index, 1);
  assert.deepEqual(indexesOf(await take(sleeping, 1)), [2]);
});

test('a tab that takes over from further back resets nobody who is ahead', async (t) => {
  const { server, tabs } = await startTabs(t, 3);
  const resets = [[], [], []];
  const seen = [[], [], []];
  tabs.forEach((tab, i) => {
    const on = { event: ({ index }) => seen[i].push(index), reset: ({ reason }) => resets[i].push(reason) };
    tab.client.session('s').follow({ on });
  });
  server.fill('s', 1);
  await until(() => seen.every((indexes) => indexes.length === 1));
  await until(() => server.feedCount === 1);

  tabs[1].isFrozen = true;
  server.fill('s', 2);
  server.clear('s');
  server.fill('s', 1);
  await until(() => seen[2].length === 5);
  tabs[0].crash();
  tabs[0].client.close();
  tabs[1].isFrozen = false;
  await until(() => seen[1].length === 3);
  server.fill('s', 1);
  await until(() => seen[2].length === 6);

  assert.deepEqual(seen.slice(1), [[1, 4, 5, 6], [1, 2, 3, 4, 5, 6]]);
  assert.deepEqual(resets.slice(1), [['cleared'], []]);
});

test('what one tab wants beside events comes to it through the other, as text that it reads itself', async (t) => {
  class Kept {
    constructor(value) {
      this.value = value;
    }
  }
  const json = { stringify: JSON.stringify, parse: (text) => JSON.parse(text, (name, value) => (name === 'payload' ? new Kept(value) : value)) };
  const { server, tabs } = await startTabs(t, 2, { json });
  server.session('s').states.total = { index: 0, state: 7 };
  const plain = tabs[0].client.session('s').feed();
  const first = plain.next();
  await until(() => server.feedCount === 1);

  const heard = { presence: [], states: [] };
  const on = { presence: (entries) => heard.presence.push(entries), state: ({ state }) => heard.states.push(state) };
  const feed = tabs[1].client.session('s').feed({ state: 'total', on });
  const reading = feed.next();
  await until(() => heard.presence.length > 0);
  server.setPresence('s', 'ada', { values: { x: 1 }, ttlMs: 30_000, at: '2026-01-01T00:00:00.000Z' });
  server.fill('s', 1);

  assert.ok((await reading).value.payload instanceof Kept);
  assert.ok((await first).value.payload instanceof Kept);
  await until(() => heard.presence.at(-1).length === 1);
  assert.equal(heard.presence.at(-1)[0].participant, 'ada');
  assert.deepEqual(heard.states, [7]);
});

test('where locks are refused, each tab has its own stream', async (t) => {
  const locks = { request: async () => Promise.reject(new DOMException('sandboxed', 'SecurityError')) };
  const { server, tabs } = await startTabs(t, 2, { environment: { locks } });
  const reading = tabs.map((tab) => take(tab.client.session('s').feed(), 2));
  await until(() => server.feedCount === 2);

  server.fill('s', 1);
  await tabs[0].client.session('s').outbox.append({ type: 'n', payload: 'queued' });

  assert.deepEqual((await Promise.all(reading)).map(indexesOf), [[1, 2], [1, 2]]);
});

test('another scope shares nothing', async (t) => {
  const { server, origin } = await startTabs(t, 0);
  const feeds = ['ada', 'bob'].map((scope) =>
    connectTo(t, server, origin.tab(), { share: true, scope }).session('s').feed(),
  );

  feeds.forEach((feed) => feed.next());

  await until(() => server.feedCount === 2);
});

async function readAll(feed) {
  const events = [];
  for await (const event of feed) {
    events.push(event);
  }
  return events;
}
