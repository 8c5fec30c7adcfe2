import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectTo, start, until } from '../testkit/kit.js';
import { Origin } from '../testkit/browser.js';
import { problem } from '../testkit/server.js';

test('who joins is seen, with updates, until they leave', async (t) => {
  const { server, tab, client } = await start(t);
  const other = connectTo(t, server, tab);
  const watch = other.session('s').presence.watch();

  const ada = client.session('s').presence.join('ada', { colour: 'red' });
  await ada.joined;
  await until(() => watch.peers.length === 1);
  assert.deepEqual(watch.peers[0], { participant: 'ada', connection: ada.connection, values: { colour: 'red' }, seen: null });
  ada.update({ cursor: { x: 1 }, colour: undefined });
  await until(() => watch.peers[0]?.values.cursor);
  assert.deepEqual(watch.peers[0].values, { cursor: { x: 1 } });
  await ada.leave();
  await until(() => watch.peers.length === 0);
  await ada.closed;
});

test('the late leave of an old tab takes nothing from a new one', async (t) => {
  const { server, tab, client } = await start(t);
  const going = client.session('s').presence.join('ada', { tab: 'old' });
  await going.joined;
  const young = connectTo(t, server, new Origin().tab()).session('s').presence.join('ada', { tab: 'new' });
  await young.joined;

  tab.fire('pagehide');
  await until(() => server.livePresence('s').entries.length === 1);

  assert.deepEqual(server.livePresence('s').entries[0].value, { tab: 'new' });
  const old = server.requests.length;
  await until(() => server.requests.length >= old + 3);
  assert.equal(server.livePresence('s').entries.length, 1, 'a page that went announces nothing');
});

test('heartbeats go on', async (t) => {
  const { server, client } = await start(t);
  const ada = client.session('s').presence.join('ada', { colour: 'red' }, { ttlMs: 3_000 });

  await until(() => server.requests.length >= 4);

  assert.ok(server.requests.every(({ body }) => Object.values(body.values)[0].colour === 'red'));
  await ada.leave();
});

test('a page that comes back announces itself in full', async (t) => {
  const { server, tab, client } = await start(t);
  await client.session('s').presence.join('ada', { colour: 'red' }, { ttlMs: 3_000_000 }).joined;

  tab.fire('pagehide');
  await until(() => server.livePresence('s').entries.length === 0);
  tab.fire('pageshow');
  await until(() => server.livePresence('s').entries.length === 1);

  assert.deepEqual(server.livePresence('s').entries[0].value, { colour: 'red' });
});

test('an entry that nobody renews expires by the own clock', async (t) => {
  const { server, client } = await start(t);
  const watch = client.session('s').presence.watch();
  await until(() => server.feedCount === 1);

  const entry = { participant: 'bob', field: 'typing', value: true, seen: 4, at: '1999-01-01T00:00:00.000Z' };
  server.say('s', 'presence', { entries: [{ ...entry, expiresInMs: 5_000 }] });
  await until(() => watch.peers.length === 1);
  assert.deepEqual(watch.peers, [{ participant: 'bob', connection: null, values: { typing: true }, seen: 4 }]);

  await until(() => watch.peers.length === 0);
});

test('an announcement that arrives after the leave loses against it', async (t) => {
  const { server, client } = await start(t);
  const ada = client.session('s').presence.join('ada', { x: 1 });
  await ada.joined;
  let late;
  server.intercept = (request) => {
    const isLate = request.method === 'PUT' && late === undefined;
    return isLate && new Promise((resolve) => (late = () => resolve(false)));
  };
  ada.update({ x: 2 });
  await until(() => late !== undefined);

  await ada.leave();
  late();
  await until(() => server.requests.length === 3);
  await new Promise((resolve) => setTimeout(resolve, 20));

  assert.deepEqual(server.livePresence('s').entries, []);
});

test('many updates are few announcements, and the last one counts', async (t) => {
  const { server, client } = await start(t, { environment: { factor: 5 } });
  const ada = client.session('s').presence.join('ada');
  await ada.joined;
  const began = performance.now();

  for (let x = 1; x <= 30; x++) {
    ada.update({ x });
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await until(() => server.livePresence('s').entries[0].value.x === 30);

  const most = 2 + (performance.now() - began) / 20; // one in 100 ms, which are 20 here
  assert.ok(server.requests.length <= most, `${server.requests.length} requests, at most ${most}`);
});

test('a hidden page, whose timers are slow, announces for longer', async (t) => {
  const { server, tab, client } = await start(t);
  const ada = client.session('s').presence.join('ada');
  await ada.joined;
  assert.equal(server.requests.at(-1).body.ttlMs, 30_000);

  tab.isHidden = true;
  tab.fire('hidden');

  await until(() => server.requests.at(-1).body.ttlMs === 180_000);
});

test('a refusal ends the announcing', async (t) => {
  const { server, client } = await start(t);
  server.intercept = (request, response) => problem(response, 403, 'FORBIDDEN');

  const ada = client.session('s').presence.join('ada');

  await assert.rejects(ada.joined, { code: 'FORBIDDEN' });
  await assert.rejects(ada.closed, { code: 'FORBIDDEN' });
  assert.equal(server.requests.length, 1);
});
