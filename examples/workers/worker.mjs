// A worker for A2 in JavaScript: Node 18 or newer, no packages. Copy it, and change the handlers.
//
//   A2_URL=http://127.0.0.1:8484 A2_TOKEN=... node worker.mjs
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const server = process.env.A2_URL ?? 'http://127.0.0.1:8484';
const leaseMs = Number(process.env.A2_LEASE_MS ?? 30_000); // If this process dies, others get its events after that.
const workMs = Number(process.env.WORK_MS ?? 200);
const atOnce = 10;
const graceMs = Number(process.env.A2_GRACE_MS ?? 10_000);
const holder = `resizer-${randomUUID()}`; // Claims are renewed under this name: no two processes may share it.

/** Throw this where another try would not help: the event becomes a dead letter at once. */
class Permanent extends Error {}

// What to do with an event, by consumer. What a handler returns is appended when its attempt completes, in one step, so it is
// there once however often the handler ran. The world outside is another matter: an event whose worker died is handled again, so
// give `claim.idempotencyKey`, which is the same on every try, to whomever you pay, mail or tell.
const handlers = {
  async resizer(claim, signal) {
    const { photo } = claim.event.payload;
    if (typeof photo !== 'string') throw new Permanent(`there is no photo in event ${claim.index} of ${claim.sessionId}`);
    await sleep(workMs, null, { signal }); // The work. The signal says that somebody else owns the event by now.
    return [{ type: 'photo.resized', payload: { photo, width: 800 }, targets: [{ consumer: 'captioner' }] }];
  },
};

// ---- from here on nothing depends on what the worker does

class Refused extends Error {
  constructor(status, problem) {
    super(`${problem.code ?? status}: ${problem.detail ?? ''}`);
    this.status = status;
  }
}

/** One call, for 30 s at most: the server answers a claim that waits after 20, and shows a sign of life each second. */
async function post(path, body, signal) {
  signal?.throwIfAborted();
  const call = new AbortController();
  const abort = () => call.abort();
  const limit = setTimeout(abort, 30_000);
  signal?.addEventListener('abort', abort);
  try {
    const headers = { 'Content-Type': 'application/json' };
    if (process.env.A2_TOKEN) headers.Authorization = `Bearer ${process.env.A2_TOKEN}`;
    const request = { method: 'POST', headers, body: JSON.stringify(body), signal: call.signal };
    const response = await fetch(`${server}/v1/work/${path}`, request);
    if (response.ok) return await response.json();
    throw new Refused(response.status, await response.json().catch(() => ({})));
  } finally {
    clearTimeout(limit);
    signal?.removeEventListener('abort', abort);
  }
}

/** Repeats a call while the server cannot be reached or is busy. All calls but the claim may be repeated; a lost claim lapses. */
async function insist(path, body, signal) {
  JSON.stringify(body); // What cannot be sent is no trouble of the network's, and thrown here.
  for (let pause = 100; ; pause = Math.min(2 * pause, 5_000)) {
    try {
      return await post(path, body, signal);
    } catch (error) {
      if (signal?.aborted || (error.status ?? 500) < 500) throw error;
      await sleep(pause * (0.5 + Math.random() / 2), null, { signal }); // By chance, so that a fleet does not come back at once.
    }
  }
}

const running = new Map(); // By session, consumer, lane and index: the claim, how to stop it, and its end.
const key = ({ sessionId, consumer, lane, index }) => JSON.stringify([sessionId, consumer, lane, index]);
const attempt = ({ sessionId, consumer, lane, index, attempt }) => ({ sessionId, consumer, lane, index, attempt });

async function handle(claim, signal) {
  try {
    const events = await handlers[claim.consumer](claim, signal);
    await insist('complete', { ...attempt(claim), events }, signal);
  } catch (error) {
    if (signal.aborted || error.status === 409) return; // Superseded: somebody else has it, or the session was cleared.
    console.error(error);
    const failure = { error: String(error?.stack ?? error), retry: !(error instanceof Permanent) };
    await insist('fail', { ...attempt(claim), ...failure }, signal).catch(() => {});
  }
}

function start(claim) {
  running.get(key(claim))?.stop.abort(); // An earlier try of our own, whose lease lapsed.
  const entry = { claim, stop: new AbortController() };
  running.set(key(claim), entry);
  entry.end = handle(claim, entry.stop.signal).finally(() => {
    if (running.get(key(claim)) === entry) running.delete(key(claim));
  });
}

/** Claims last while their handlers run. Two renewals may be lost before one lapses. */
const renewals = setInterval(async () => {
  const claims = [...running.values()].map(({ claim }) => attempt(claim));
  if (claims.length === 0) return;
  const { superseded } = await post('renew', { holder, leaseMs, claims }).catch(() => ({ superseded: [] }));
  for (const head of superseded) running.get(key(head))?.stop.abort();
}, leaseMs / 3);

const stopping = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stopping.abort());

const consumers = Object.keys(handlers).map((name) => ({ name }));
while (!stopping.signal.aborted) {
  const free = atOnce - running.size;
  if (free === 0) {
    await Promise.race([...running.values()].map(({ end }) => end));
    continue;
  }
  try {
    const { claims } = await insist('claim', { holder, consumers, leaseMs, limit: free, waitMs: 20_000 }, stopping.signal);
    claims.forEach(start);
  } catch (error) {
    if (!stopping.signal.aborted) throw error; // The server does not want such a claim; the message says why.
  }
}

// Told to end: what runs may finish, what does not is given back, at no failure.
await Promise.race([Promise.all([...running.values()].map(({ end }) => end)), sleep(graceMs)]);
clearInterval(renewals);
const claims = [...running.values()].map(({ claim }) => attempt(claim));
if (claims.length > 0) await post('release', { holder, claims }).catch(() => {});
process.exit(0);
