import assert from 'node:assert/strict';
import { test } from 'node:test';
import { A2Error } from '../src/a2.js';
import { connectTo, start } from '../testkit/kit.js';
import { json, problem } from '../testkit/server.js';

const jwt = (exp) => `x.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.x`;
const tokensUsed = (server) => server.requests.map((request) => request.headers.authorization);

test('every call goes where the interface says', async (t) => {
  const { server, client } = await start(t);
  const session = client.session('a/b');
  server.session('a/b').states.sum = { index: 1, state: 5 };

  await session.append({ type: 'n', payload: 1, targets: [{ consumer: 'mailer' }] });
  await session.summary();
  await session.history({ after: 0, limit: 7 });
  await session.state('sum', { at: 1 });
  await session.cursors();
  await session.deadLetters();
  await session.redrive('mail/er', 1, 'retry');
  await session.clear({ ifLastIndex: 1 });
  await session.presence.set('ada', { x: 1, y: null }, { ttlMs: 5000, seen: 1 });
  await session.presence.list();
  await client.sessions({ state: 'dead', from: 'a', limit: 3 });
  await client.contracts();

  const lines = server.requests.map(({ method, path, query }) => [method, ...path, String(query)].join(' '));
  assert.deepEqual(lines, [
    'POST sessions a/b events ',
    'GET sessions a/b ',
    'GET sessions a/b events after=0&limit=7',
    'GET sessions a/b state sum at=1',
    'GET sessions a/b cursors ',
    'GET sessions a/b dead-letters ',
    'POST sessions a/b dead-letters mail/er 1 ',
    'POST sessions a/b clear ',
    'PUT sessions a/b presence ada ',
    'GET sessions a/b presence ',
    'GET sessions state=dead&from=a&limit=3',
    'GET contracts ',
  ]);
  assert.deepEqual(server.requests[6].body, { action: 'retry' });
  assert.deepEqual(server.requests[7].body, { ifLastIndex: 1 });
  assert.deepEqual(server.requests[8].body, { values: { x: 1, y: null }, ttlMs: 5000, seen: 1 });
});

test('problem details, other pages and the network come as one kind of error', async (t) => {
  const { server, client } = await start(t);
  const faults = [
    (response) => problem(response, 404, 'NOT_FOUND', 'no reducer "x"'),
    (response) => response.writeHead(502, { 'Retry-After': '3' }).end('<html>bad gateway'),
    (response) => response.destroy(),
    (response) => response.writeHead(200).end('{"half":'),
  ];
  server.intercept = (request, response) => faults.shift()(response) ?? true;
  const error = () => client.session('s').summary().then(assert.fail, (reason) => reason);

  const told = [await error(), await error(), await error(), await error()];

  assert.ok(told.every((one) => one instanceof A2Error));
  assert.deepEqual(
    told.map(({ status, code, retryable, retryAfterMs }) => [status, code, retryable, retryAfterMs]),
    [
      [404, 'NOT_FOUND', false, null],
      [502, 'HTTP_502', true, 3000],
      [0, 'NETWORK', true, null],
      [0, 'NOT_JSON', true, null],
    ],
  );
  assert.equal(told[0].detail, 'no reducer "x"');
});

test('a request that nobody answers ends in time', async (t) => {
  const { server, client } = await start(t, { timeoutMs: 2_000 });
  server.intercept = () => new Promise(() => {});

  await assert.rejects(client.contracts(), { code: 'TIMEOUT', retryable: true });
});

test('a 401 renews the token once, for all who meet it', async (t) => {
  let made = 0;
  const { server, client } = await start(t, {
    token: async () => {
      const token = `t${++made}`;
      await new Promise((resolve) => setTimeout(resolve, 10));
      return token;
    },
  });
  let good = 'Bearer t1';
  server.intercept = (request, response) => request.headers.authorization !== good && problem(response, 401, 'UNAUTHORIZED');
  await client.contracts();

  good = 'Bearer t2';
  await Promise.all([client.contracts(), client.contracts(), client.contracts()]);
  assert.equal(made, 2);

  good = 'Bearer nobody';
  await assert.rejects(client.contracts(), { status: 401, code: 'UNAUTHORIZED' });
  assert.equal(made, 3);
});

test('a token is renewed before it ends; one that looks expired at once means a wrong clock', async (t) => {
  let wallNow = 1_000_000_000_000;
  const tokens = [jwt(wallNow / 1000 + 60), { token: 'plain', expiresAt: new Date(wallNow + 120_000).toISOString() }, jwt(1)];
  const names = ['first', 'plain', 'skewed'];
  const given = [];
  const token = async () => {
    given.push(names[given.length]);
    return tokens.shift();
  };
  const { client } = await start(t, { token, environment: { wallNow: () => wallNow } });

  await client.contracts();
  await client.contracts();
  assert.deepEqual(given, ['first']);
  wallNow += 31_000;
  await client.contracts();
  assert.deepEqual(given, ['first', 'plain']);
  wallNow += 60_000;
  await client.contracts();
  await client.contracts();
  assert.deepEqual(given, ['first', 'plain', 'skewed']);
});

test('a fixed token goes into the header, and nothing else does', async (t) => {
  const { server, tab, client } = await start(t, { token: 'secret' });
  await client.contracts();
  await connectTo(t, server, tab).contracts();

  assert.deepEqual(tokensUsed(server), ['Bearer secret', undefined]);
  assert.ok(server.requests.every((request) => String(request.query) === ''));
});

test('a token function that fails for good ends a call, one that fails for now does not end an append', async (t) => {
  const problems = [new Error('away'), null];
  const { client } = await start(t, {
    token: async () => {
      const failure = problems.shift();
      if (failure) {
        throw failure;
      }
      return 'good';
    },
  });

  const [event] = await client.session('s').append({ type: 'n', payload: 1 });

  assert.equal(event.index, 1);
  assert.deepEqual(problems, []);
});

test('numbers beyond 2^53 survive with a JSON of the application', async (t) => {
  const keep = {
    parse: (text) => JSON.parse(text.replace(/(?<=[:[,\s])-?\d{17,}(?=[\s,\]}])/g, '"big:$&"'), (name, value) =>
      typeof value === 'string' && value.startsWith('big:') ? BigInt(value.slice(4)) : value),
    stringify: (value) => JSON.stringify(value, (name, one) => (typeof one === 'bigint' ? `big:${one}` : one)).replace(/"big:(-?\d+)"/g, '$1'),
  };
  const { server, client } = await start(t, { json: keep });
  const text = '{"events":[{"index":9007199254740991,"id":"a","type":"n","payload":12345678901234567890}],"frontier":9007199254740991,"clearIndex":0,"next":null}';
  server.intercept = (request, response) =>
    request.path[2] === 'events' && response.writeHead(200, { 'Content-Type': 'application/json' }).end(text) && true;

  const { value } = await client.session('s').feed({ after: 9007199254740990 }).next();

  assert.equal(Number(value.index), Number.MAX_SAFE_INTEGER);
  assert.equal(value.payload, 12345678901234567890n);
});

test('the address may have a path, and slashes at its end', async (t) => {
  const { server, tab } = await start(t);
  const seen = [];
  server.intercept = (request, response) => seen.push(request.path.join('/')) && json(response, 200, {});

  const environment = { ...tab.environment, base: `${server.url}/shop/index.html` };
  for (const url of [`${server.url}/a2`, `${server.url}/a2/?x#y`, '/a2/', '../a2', undefined]) {
    await connectTo(t, server, { environment }, { url }).contracts();
  }

  assert.deepEqual(seen, [...Array(4).fill('v1/contracts'), 'contracts']);
});
