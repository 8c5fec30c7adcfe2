import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { TestServer, json, problem } from '../testkit/server.js';

const browser = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const needsBrowser = {
  timeout: 60_000,
  skip: browser === undefined && process.env.A2_CI !== 'true' && 'chromium is not installed',
};

test('in a real browser', needsBrowser, async (t) => {
  const server = await TestServer.start();
  t.after(() => server.close());
  await serveFiles(server);
  const report = await new Promise((resolve, reject) => {
    serveTest(server, resolve);
    run(t, `${server.url}/page/main.html`).catch(reject);
  });

  assert.deepEqual(report, {
    'tabs share one stream, and the other goes on when one closes': {
      first: [[1, 2], [1, 2], [1, 2]],
      count: 1,
      after: [[3, 4], [3, 4]],
    },
    'an outbox outlives its tab': { before: [], isSame: true },
    'who closes the tab has left': { before: 1 },
  });
});

async function serveFiles(server) {
  const folder = new URL('../src/', import.meta.url);
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.js'))) {
    server.files.set(`/client/${name}`, ['text/javascript', await readFile(new URL(name, folder))]);
  }
  const script = (text) => ['text/html', `<!doctype html><body><script type="module">${text}</script>`];
  const page = await readFile(new URL('../testkit/page.js', import.meta.url), 'utf8');
  server.files.set('/page/main.html', script(page));
  server.files.set('/page/tab.html', script("import { connect } from '/client/a2.js'; window.connect = connect;"));
}

/** What the page may ask for; appends to the session `kept` are refused until it says so. */
function serveTest(server, done) {
  let isOpen = false;
  const commands = {
    feeds: () => ({ count: server.feedCount }),
    append: () => ({ index: server.fill('shared', 1)[0].index }),
    kept: () => ({ ids: server.session('kept').events.map((event) => event.id) }),
    open: () => ({ isOpen: (isOpen = true) }),
    here: () => ({ count: server.livePresence('here').entries.length }),
    report: (body) => done(body) ?? {},
  };
  server.intercept = ({ method, path, body }, response) => {
    if (Object.hasOwn(commands, path[0])) {
      return json(response, 200, commands[path[0]](body));
    }
    const isHeldBack = method === 'POST' && path[1] === 'kept' && !isOpen;
    return isHeldBack && problem(response, 503, 'STORE_UNAVAILABLE');
  };
}

async function run(t, url) {
  const profile = await mkdtemp(join(tmpdir(), 'a2-client-'));
  const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', `--user-data-dir=${profile}`];
  const process = spawn(browser, [...flags, url], { stdio: 'ignore' });
  const ended = new Promise((resolve) => process.once('exit', resolve));
  t.after(async () => {
    process.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  await new Promise((resolve, reject) => process.once('spawn', resolve).once('error', reject));
}
