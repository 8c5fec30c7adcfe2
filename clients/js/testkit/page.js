/** Runs in a real browser: each scene uses frames as tabs, and its outcome is sent to the test. */
async function openTab() {
  const frame = document.createElement('iframe');
  frame.src = '/page/tab.html';
  document.body.append(frame);
  await until(() => frame.contentWindow?.connect);
  return { connect: frame.contentWindow.connect, close: () => frame.remove() };
}

async function tell(what) {
  return (await fetch(`/test/${what}`, { method: 'POST' })).json();
}

async function take(feed, n) {
  const indexes = [];
  while (indexes.length < n) {
    indexes.push((await feed.next()).value.index);
  }
  return indexes;
}

async function until(condition) {
  const end = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > end) {
      throw new Error(`not within ten seconds: ${condition}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const scenes = {
  async 'tabs share one stream, and the other goes on when one closes'() {
    const tabs = [await openTab(), await openTab(), await openTab()];
    const feeds = tabs.map((tab) => tab.connect().session('shared').feed());
    const before = feeds.map((feed) => take(feed, 2));
    await until(async () => (await tell('feeds')).count === 1);
    await tell('append');
    await tell('append');
    const first = await Promise.all(before);
    const { count } = await tell('feeds');
    const after = [1, 2].map((i) => take(feeds[i], 2));
    tabs[0].close();
    await tell('append');
    await tell('append');
    return { first, count, after: await Promise.all(after) };
  },

  async 'an outbox outlives its tab'() {
    const gone = await openTab();
    const { outbox } = gone.connect().session('kept');
    const [first] = (await outbox.append({ type: 'note', payload: 1 })).events;
    const [second] = (await outbox.append({ type: 'note', payload: 2 })).events;
    gone.close();
    const { ids: before } = await tell('kept');
    await tell('open');
    (await openTab()).connect();
    await until(async () => (await tell('kept')).ids.length === 2);
    const { ids } = await tell('kept');
    return { before, isSame: ids[0] === first.id && ids[1] === second.id };
  },

  async 'who closes the tab has left'() {
    const tab = await openTab();
    await tab.connect().session('here').presence.join('ada').joined;
    const { count: before } = await tell('here');
    tab.close();
    await until(async () => (await tell('here')).count === 0);
    return { before };
  },
};

const report = {};
for (const [name, play] of Object.entries(scenes)) {
  report[name] = await play().catch((error) => ({ error: String(error.stack ?? error) }));
}
await fetch('/test/report', { method: 'POST', body: JSON.stringify(report) });
