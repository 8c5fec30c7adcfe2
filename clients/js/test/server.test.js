import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStorage } from '../src/a2.js';
import { indexesOf, range, seed, seeded, take, until } from '../testkit/kit.js';
import { mint, needsServer, newSession, realClient, tell } from '../testkit/realserver.js';

const note = (payload) => ({ type: 'note', payload });

test('a real server answers every call', needsServer, async (t) => {
  const client = realClient(t);
  const session = client.session(newSession('calls'));

  const [said] = await session.append({ type: 'said', payload: { text: 'hello' } }, { ifLastIndex: 0 });
  assert.equal(said.index, 1);
  await until(async () => (await session.history()).events.length === 2);
  const { events } = await session.history({ after: 1, limit: 1 });
  assert.deepEqual([events[0].payload, events[0].cause.index], [{ text: 'hello!' }, 1]);
  assert.deepEqual((await session.state('count')).state, { words: 2 });
  assert.deepEqual((await session.state('count', { at: 1 })).state, { words: 1 });

  const [failing] = await session.append({ type: 'failing', payload: { why: 'broken' } });
  await until(async () => (await session.deadLetters()).deadLetters.length === 1);
  const { deadLetters } = await session.deadLetters();
  assert.equal(deadLetters[0].event.index, failing.index);
  const { cursors } = await session.cursors();
  assert.ok(cursors.some((cursor) => cursor.consumer === deadLetters[0].consumer && cursor.failedAt));
  assert.ok((await client.sessions({ state: 'dead' })).sessions.some(({ sessionId }) => sessionId === session.id));
  assert.deepEqual(await session.redrive(deadLetters[0].consumer, failing.index, 'skip'), { redriven: true });

  assert.equal((await session.summary()).frontier, 3);
  assert.equal((await session.clear()).clearIndex, 4);
  assert.deepEqual((await client.contracts()).contracts[0].reducers, ['count']);
});

test('a real refusal tells its code', needsServer, async (t) => {
  const session = realClient(t).session(newSession('refusals'));

  await assert.rejects(session.append(note(1), { ifLastIndex: 5 }), { status: 409, code: 'CONFLICT', retryable: false });
  await assert.rejects(session.append({ ...note(1), wrong: true }), { status: 400, code: 'INVALID_ARGUMENT' });
  await assert.rejects(session.state('nothing'), { status: 404, code: 'NOT_FOUND' });
  await assert.rejects(session.feed({ state: 'nothing' }).next(), { status: 404, code: 'NOT_FOUND' });
});

test('any name reaches a real server as it is', needsServer, async (t) => {
  const client = realClient(t);

  for (const name of ['.', '..', 'a/b', '//', '%2F', '%', '+ ;,?#', 'ü 💡', 'a\0b\r\n', "'\"\\", '...', '.;', '~']) {
    const session = client.session(name);
    const [event] = await session.append(note(name));
    const { value } = await session.feed({ after: event.index - 1 }).next();
    assert.equal(value.payload, name);
    assert.deepEqual(await session.presence.set(name, { x: 1 }), ['x']);
    assert.deepEqual((await session.presence.list(name)).map((entry) => entry.participant), [name]);
    assert.equal((await session.summary()).sessionId, name);
  }
});

test('a real stream cut anywhere brings what the log holds', needsServer, async (t) => {
  t.diagnostic(`A2_SEED=${seed}`);
  const random = seeded(seed);
  const id = newSession('cuts');
  const cutting = async (...request) => {
    const response = await fetch(...request);
    const isStream = response.headers.get('Content-Type') === 'text/event-stream';
    return isStream ? new Response(response.body.pipeThrough(cutAfter(random() * 4000)), response) : response;
  };
  const writer = realClient(t).session(id);
  const feed = realClient(t, { fetch: cutting, environment: { factor: 50, random } }).session(id).feed();
  const reading = take(feed, 300);

  for (let left = 300; left > 0; left -= 10) {
    await writer.append(range(1, 10).map(note));
  }

  const events = await reading;
  const log = (await writer.history({ limit: 1000 })).events.map(({ cause, ...event }) => event);
  assert.deepEqual(events, log);
});

test('a real clear and an index beyond the end reset a feed', needsServer, async (t) => {
  const session = realClient(t).session(newSession('resets'));
  await session.append([note(1), note(2), note(3)]);
  await session.clear();
  await session.append(note('new'));
  const resets = [];
  const on = { reset: (reset) => resets.push(reset) };

  assert.deepEqual(indexesOf(await take(session.feed({ after: 1, on }), 2)), [4, 5]);
  assert.deepEqual(indexesOf(await take(session.feed({ after: 99, on }), 2)), [4, 5]);
  assert.deepEqual(indexesOf(await take(session.feed(), 2)), [4, 5]);

  assert.deepEqual(resets, [{ reason: 'cleared', after: 3 }, { reason: 'beyond-end', after: 3 }]);
});

test('two clients see each other, and each other leave', needsServer, async (t) => {
  const id = newSession('presence');
  let announced = 0;
  const counted = (...request) => fetch(...request).finally(() => (announced += request[1].method === 'PUT' ? 1 : 0));
  const [ada, bob] = ['ada', 'bob'].map((name) => ({ name, session: realClient(t, { fetch: counted }).session(id) }));
  for (const one of [ada, bob]) {
    one.membership = one.session.presence.join(one.name, { colour: one.name }, { ttlMs: 1_500 });
    one.others = one.session.presence.watch({ except: one.membership });
  }

  await until(() => ada.others.peers.length === 1 && bob.others.peers.length === 1);
  assert.equal(ada.others.peers[0].participant, 'bob');
  bob.membership.update({ cursor: 7 });
  await until(() => ada.others.peers[0]?.values.cursor === 7);
  assert.deepEqual(ada.others.peers[0].values, { colour: 'bob', cursor: 7 });
  const until8 = announced + 8; // longer than they last without heartbeats
  await until(() => announced >= until8);
  await until(() => ada.others.peers.length === 1);
  await bob.membership.leave();
  await until(() => ada.others.peers.length === 0);
  assert.equal(bob.others.peers.length, 1);
});

test('states come along with a feed', needsServer, async (t) => {
  const session = realClient(t).session(newSession('states'));
  const states = [];
  const feed = session.feed({ state: 'count', on: { state: ({ index, state }) => states.push([index, state.words]) } });
  const reading = take(feed, 2);

  await session.append({ type: 'said', payload: { text: 'a' } });
  await reading;
  feed.next();

  await until(() => states.some(([index, words]) => index === 2 && words === 2));
});

test('a session token opens what it names; one that is turned away is renewed', needsServer, async (t) => {
  const id = newSession('tokens');
  let asked = 0;
  const token = async () => {
    const isFirst = ++asked === 1;
    return isFirst ? 'not.good.any-more' : mint({ session: id, append: ['note'], participant: 'ada', ttlMs: 60_000 });
  };
  const client = realClient(t, { token });
  const session = client.session(id);
  const events = [];
  const feed = session.follow({ on: { event: (event) => events.push(event) } });

  await session.append(note(1));
  await session.presence.join('ada').joined;
  const refused = { status: 403, code: 'FORBIDDEN' };
  await assert.rejects(session.append({ type: 'other', payload: 1 }), refused);
  await assert.rejects(session.presence.join('bob').joined, refused);
  await assert.rejects(client.session(`${id}, too`).summary(), refused);
  await assert.rejects(client.sessions(), refused);

  await until(() => events.length === 1);
  assert.equal(asked, 2);
  feed.close();
});

test('a fixed token that is none ends a feed', needsServer, async (t) => {
  const session = realClient(t, { token: 'wrong' }).session(newSession('wrong'));

  await assert.rejects(session.feed().next(), { status: 401, code: 'UNAUTHORIZED' });
});

test('a feed and an outbox survive a restart of the server', needsServer, async (t) => {
  const id = newSession('restart');
  const storage = new MemoryStorage();
  const writer = realClient(t, { storage }).session(id);
  const feed = realClient(t).session(id).feed();
  const fold = writer.fold({ initial: [], on: { note: (list, { payload }) => [...list, payload] }, optimistic: true });
  const reading = take(feed, 20);
  for (let i = 1; i <= 10; i++) {
    await writer.append(note(i));
  }

  await tell('stop');
  for (let i = 11; i <= 20; i++) {
    await writer.outbox.append(note(i));
  }
  await until(() => writer.outbox.blockedBy !== null);
  assert.deepEqual(fold.state, range(1, 20));
  await tell('start');

  const events = await reading;
  assert.deepEqual(events.map(({ index, payload }) => [index, payload]), range(1, 20).map((i) => [i, i]));
  await writer.outbox.settled();
  await until(() => fold.index === 20);
  assert.deepEqual(fold.confirmed, range(1, 20));
});

function cutAfter(bytes) {
  let left = bytes;
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left));
      left -= chunk.length;
      if (left <= 0) {
        controller.error(new TypeError('cut'));
      }
    },
  });
}
