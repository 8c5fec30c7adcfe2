import { createServer } from 'node:http';

const PAGE_BYTES = 4 * 1024 * 1024;

/**
 * A server that speaks the HTTP interface as far as the client needs it, over real sockets, and misbehaves on demand:
 *
 * - `intercept(request, response)` may answer instead (it returns true then);
 * - `feedPlan()` returns how a feed connection goes: `{ chunk, cutAfter, stall }` in bytes.
 */
export class TestServer {
  sessions = new Map();
  requests = [];
  files = new Map(); // path to [type, text]
  intercept = () => false;
  feedPlan = () => ({});
  retryMs = 1;
  heartbeatMs = 100;
  #server = createServer((request, response) => this.#handle(request, response));
  #feeds = new Set();
  #sockets = new Set();
  #beats;

  static async start() {
    const server = new TestServer();
    await server.listen(0);
    return server;
  }

  async listen(port) {
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    await new Promise((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    this.port = this.#server.address().port;
    this.url = `http://127.0.0.1:${this.port}`;
    this.#beats = setInterval(() => this.#feeds.forEach((feed) => feed.write(':\n\n')), this.heartbeatMs);
  }

  async close() {
    clearInterval(this.#beats);
    this.#sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get feedCount() {
    return this.#feeds.size;
  }

  session(id) {
    if (!this.sessions.has(id)) {
      this.sessions.set(id, { id, events: [], frontier: 0, clearIndex: 0, presence: new Map(), states: {} });
    }
    return this.sessions.get(id);
  }

  /** Appends events; those whose id is known are not appended again. */
  append(id, ...events) {
    const session = this.session(id);
    const stored = events.map((event) => {
      const known = session.events.find((old) => old.id === event.id && event.id !== undefined);
      return known ?? this.#store(session, event);
    });
    this.#feedsOf(session).forEach((feed) => feed.pump());
    return stored;
  }

  /** Appends n small events. */
  fill(id, n) {
    return this.append(id, ...Array.from({ length: n }, (_, i) => ({ type: 'n', payload: i })));
  }

  clear(id) {
    const session = this.session(id);
    session.events = [];
    this.#store(session, { type: 'a2.clear', payload: null });
    session.clearIndex = session.frontier;
    this.#feedsOf(session).forEach((feed) => feed.pump());
  }

  /** Loses the newest events, as a store does that failed over. */
  lose(id, n) {
    const session = this.session(id);
    session.events.splice(-n);
    session.frontier -= n;
  }

  say(id, frame, data, index) {
    const feeds = this.#feedsOf(this.session(id)).filter((feed) => frame !== 'presence' || feed.wantsPresence);
    feeds.forEach((feed) => feed.frame(frame, data, index));
  }

  /** Ends all feeds, with a word or by cutting the wire. */
  endFeeds(reason) {
    for (const feed of [...this.#feeds]) {
      if (reason) {
        feed.frame('bye', { reason });
        feed.response.end();
      } else {
        feed.response.destroy();
      }
    }
  }

  presenceOf(id) {
    return { entries: [...this.session(id).presence.values()] };
  }

  setPresence(id, participant, { values, ttlMs, seen, at }) {
    const { presence } = this.session(id);
    const applied = Object.keys(values).filter((field) => {
      const key = JSON.stringify([participant, field]);
      const old = presence.get(key);
      const wins = old === undefined || !(old.at > at);
      if (wins) {
        presence.set(key, { participant, field, value: values[field], seen: seen ?? 0, at, expiresInMs: ttlMs });
      }
      return wins;
    });
    this.say(id, 'presence', this.livePresence(id));
    return { applied };
  }

  livePresence(id) {
    return { entries: this.presenceOf(id).entries.filter((entry) => entry.value !== null) };
  }

  #store(session, { id, type, payload }) {
    const index = ++session.frontier;
    const createdAt = new Date(1_800_000_000_000 + index).toISOString();
    const event = { index, id: id ?? `${session.id}-${index}`, type, payload, createdAt };
    session.events.push(event);
    return event;
  }

  #feedsOf(session) {
    return [...this.#feeds].filter((feed) => feed.session === session);
  }

  async #handle(request, response) {
    const body = await readBody(request);
    const url = new URL(request.url, this.url);
    if (this.files.has(url.pathname)) {
      const [type, text] = this.files.get(url.pathname);
      response.writeHead(200, { 'Content-Type': type }).end(text);
      return;
    }
    const path = request.url.split('?')[0].split('/').slice(2).map((part) => decodeURIComponent(part.replace(/;$/, '')));
    const seen = { method: request.method, path, query: url.searchParams, headers: request.headers, body };
    this.requests.push(seen);
    if (await this.intercept(seen, response)) {
      return;
    }
    const [root, id, what, name] = path;
    if (root === 'contracts') {
      json(response, 200, { contracts: [] });
    } else if (id === undefined) {
      json(response, 200, { sessions: [...this.sessions.keys()].map((sessionId) => ({ sessionId })), next: null });
    } else {
      this.#answer(seen, response, this.session(id), what, name);
    }
  }

  #answer(request, response, session, what, name) {
    const { frontier, clearIndex } = session;
    switch (`${request.method} ${what}`) {
      case 'GET undefined':
        return json(response, 200, { sessionId: session.id, frontier, clearIndex });
      case 'POST events':
        return json(response, 200, { events: this.append(session.id, ...(request.body.events ?? [request.body])) });
      case 'GET events':
        return json(response, 200, this.#page(session, request.query));
      case 'GET feed':
        return this.#openFeed(session, request, response);
      case 'GET state':
        return json(response, 200, { reducer: name, clearIndex, ...session.states[name] });
      case 'GET presence':
        return json(response, 200, this.livePresence(session.id));
      case 'PUT presence':
        return json(response, 200, this.setPresence(session.id, name, request.body));
      case 'GET cursors':
        return json(response, 200, { cursors: [], frontier, clearIndex });
      case 'GET dead-letters':
        return json(response, 200, { deadLetters: [] });
      case 'POST dead-letters':
        return json(response, 200, { redriven: true });
      case 'POST clear':
        this.clear(session.id);
        return json(response, 200, { frontier: session.frontier, clearIndex: session.clearIndex });
      default:
        return problem(response, 404, 'NOT_FOUND', request.path.join('/'));
    }
  }

  #page(session, query) {
    const after = Number(query.get('after') ?? 0);
    const limit = Number(query.get('limit') ?? 100);
    const rest = session.events.filter((event) => event.index > after);
    let bytes = 0;
    const fits = (event) => (bytes += JSON.stringify(event).length) < PAGE_BYTES;
    const events = rest.slice(0, limit).filter(fits).map((event) => ({ ...event, cause: null }));
    const next = rest.length > events.length ? events.at(-1).index : null;
    return { events, frontier: session.frontier, clearIndex: session.clearIndex, next };
  }

  #openFeed(session, request, response) {
    const after = Number(request.headers['last-event-id'] ?? request.query.get('after') ?? 0);
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const feed = new TestFeed(session, response, after, this.feedPlan());
    this.#feeds.add(feed);
    response.on('close', () => this.#feeds.delete(feed));
    feed.write(`retry: ${this.retryMs}\n\n`);
    feed.resetIfNeeded();
    feed.pump();
    feed.frame('caught-up', { frontier: session.frontier });
    feed.wantsPresence = request.query.get('presence') === 'true';
    if (feed.wantsPresence) {
      feed.frame('presence', this.livePresence(session.id));
    }
    for (const reducer of request.query.getAll('state')) {
      feed.frame('state', { reducer, ...session.states[reducer] });
    }
  }
}

class TestFeed {
  constructor(session, response, after, plan) {
    this.session = session;
    this.response = response;
    this.cursor = after;
    this.plan = plan;
    this.left = plan.cutAfter ?? Infinity;
  }

  resetIfNeeded() {
    const { frontier, clearIndex } = this.session;
    const isBeyond = this.cursor > frontier;
    if (isBeyond || clearIndex > this.cursor + 1) {
      this.cursor = Math.max(0, clearIndex - 1);
      const reason = isBeyond ? 'beyond-end' : 'cleared';
      this.frame('reset', { reason, after: this.cursor }, this.cursor);
    }
  }

  pump() {
    for (const event of this.session.events) {
      if (event.index > this.cursor) {
        this.cursor = event.index;
        this.write(`id: ${event.index}\ndata: ${JSON.stringify(event)}\n\n`);
      }
    }
  }

  frame(name, data, id) {
    this.write(`event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);
  }

  write(text) {
    if (this.plan.stall || this.response.destroyed) {
      return;
    }
    const bytes = Buffer.from(text);
    const size = this.plan.chunk ?? bytes.length;
    for (let at = 0; at < bytes.length && this.left > 0; at += size) {
      const piece = bytes.subarray(at, Math.min(at + size, at + this.left));
      this.left -= piece.length;
      this.response.write(piece);
    }
    if (this.left <= 0) {
      setImmediate(() => this.response.destroy());
    }
  }
}

async function readBody(request) {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
  }
  return text === '' ? undefined : JSON.parse(text);
}

export function json(response, status, body, headers = {}) {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  return true;
}

export function problem(response, status, code, detail = '', headers = {}) {
  return json(response, status, { type: `/problems/${code.toLowerCase()}`, status, code, detail }, headers);
}
