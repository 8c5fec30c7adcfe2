import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectTo, start, until } from '../testkit/kit.js';
import { Origin } from '../testkit/browser.js';

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
  const old = client.session('s').presence.join('ada', { tab: 'old' });
  await old.joined;
  const young = connectTo(t, server, new Origin().tab()).session('s').presence.join('ada', { tab: 'new' });
  await young.joined;

  tab.fire('pagehide');
  await until(() => server.livePresence('s').entries.length === 1);

  assert.deepEqual(server.livePresence('s').entries[0].value, { tab: 'new' });
});

test('heartbeats go on, and a page that comes back announces itself in full', async (t) => {
  const { server, tab, client } = await start(t);
  const ada = client.session('s').presence.join('ada', { colour: 'red' }, { ttlMs: 3_000 });
  const beats = () => server.requests.filter((request) => request.method === 'PUT');
  await until(() => beats().length >= 3);

  tab.fire('pagehide');
  await until(() => server.livePresence('s').entries.length === 0);
  tab.fire('pageshow');
  await until(() => server.livePresence('s').entries.length === 1);

  assert.deepEqual(server.livePresence('s').entries[0].value, { colour: 'red' });
  await ada.leave();
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
