/**
 * Everything that the client takes from the browser, in one place, so that tests can replace it.
 *
 * `on(type, listener)` returns how to stop listening; types are `online`, `visible`, `hidden`, `pagehide`, `pageshow`,
 * `freeze` and `resume`. APIs that are missing (an insecure page has no Web Locks) are null.
 */
export function environment(overrides = {}) {
  const scope = globalThis;
  return {
    fetch: (...args) => scope.fetch(...args),
    now: () => scope.performance.now(),
    wallNow: () => Date.now(),
    setTimeout: (task, ms) => scope.setTimeout(task, ms),
    clearTimeout: (timer) => scope.clearTimeout(timer),
    random: Math.random,
    newId,
    on: listen,
    isHidden: () => scope.document?.visibilityState === 'hidden',
    locks: scope.navigator?.locks ?? null,
    channel: scope.BroadcastChannel ? (name) => new scope.BroadcastChannel(name) : null,
    indexedDB: scope.indexedDB ?? null,
    base: scope.location?.href,
    ...overrides,
  };
}

const OF_DOCUMENT = new Set(['freeze', 'resume']);

function listen(type, listener) {
  const { document } = globalThis;
  if (type === 'visible' || type === 'hidden') {
    return listenTo(document, 'visibilitychange', () => {
      if (document.visibilityState === type) {
        listener();
      }
    });
  }
  return listenTo(OF_DOCUMENT.has(type) ? document : globalThis, type, listener);
}

function listenTo(target, type, listener) {
  if (!target?.addEventListener) {
    return () => {};
  }
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}

/** A random UUID. `crypto.randomUUID` is missing on pages that came over plain HTTP. */
function newId() {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
