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
  const { server, client } = await start(t, { environment: { random } });
  t.diagnostic(`A2_SEED=${seed}`);
  server.feedPlan = () => ({ cutAfter: Math.floor(random() * 3000), chunk: 1 + Math.floor(random() * 200) });
  server.fill('s', 50);

  const feed = client.session('s').feed();
  const reading = take(feed, 500);
  for (let left = 450; left > 0; left -= 15) {
    server.fill('s', 15);
    await new Promise((resolve) => setTimeout(resolve, 10 * random()));
  }

  assert.deepEqual(indexesOf(await reading), range(1, 500));
});

test('a terminal refusal ends the feed with its error', async (t) => {
  const { server, client } = await start(t);
  server.intercept = (request, response) => problem(response, 403, 'FORBIDDEN', 'not yours');

  const reading = client.session('s').feed().next();

  await assert.rejects(reading, { name: 'A2Error', status: 403, code: 'FORBIDDEN', detail: 'not yours' });
});
