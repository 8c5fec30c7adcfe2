/** What a browser gives to the tabs of one origin, without a browser, on a clock that runs faster. */
export class Origin {
  #channels = new Map();
  #locks = new Map();

  /** A tab's environment, and `fire(type)` and `crash()` for the test. */
  tab({ factor = 100, ...overrides } = {}) {
    const tab = { fire, crash, isFrozen: false };
    const listeners = new Map();
    const channels = new Set();
    const held = new Set();
    tab.environment = {
      ...fastClock(factor),
      on: (type, listener) => listen(listeners, type, listener),
      isHidden: () => tab.isHidden ?? false,
      channel: (name) => this.#channel(name, tab, channels),
      locks: { request: (name, options, task) => this.#request(name, options, task, held) },
      indexedDB: null,
      ...overrides,
    };
    function fire(type) {
      [...(listeners.get(type) ?? [])].forEach((listener) => listener());
    }
    function crash() {
      tab.isGone = true;
      channels.forEach((channel) => channel.close());
      held.forEach((release) => release());
    }
    return tab;
  }

  #channel(name, tab, channels) {
    const others = this.#channels.get(name) ?? new Set();
    this.#channels.set(name, others);
    const channel = {
      onmessage: null,
      postMessage(data) {
        if (tab.isGone || tab.isFrozen) {
          return;
        }
        if (!others.has(channel)) {
          throw new Error('the channel is closed');
        }
        const copy = structuredClone(data);
        const receivers = [...others].filter((other) => other !== channel);
        setImmediate(() => receivers.forEach((other) => others.has(other) && other.hear(copy)));
      },
      hear(data) {
        if (!tab.isFrozen) {
          channel.onmessage?.({ data });
        }
      },
      close: () => others.delete(channel),
    };
    others.add(channel);
    channels.add(channel);
    return channel;
  }

  #request(name, options, task, held) {
    const lock = this.#locks.get(name) ?? { holder: null, queue: [] };
    this.#locks.set(name, lock);
    return new Promise((resolve, reject) => {
      const turn = { resolve, reject, task, held };
      if (options.steal) {
        lock.holder?.reject(new DOMException('stolen', 'AbortError'));
        lock.holder = null;
        lock.queue.unshift(turn);
      } else {
        lock.queue.push(turn);
      }
      options.signal?.addEventListener('abort', () => {
        if (lock.queue.includes(turn)) {
          lock.queue.splice(lock.queue.indexOf(turn), 1);
          reject(options.signal.reason);
        }
      });
      grant(lock);
    });
  }
}

function grant(lock) {
  if (lock.holder !== null || lock.queue.length === 0) {
    return;
  }
  const turn = lock.queue.shift();
  lock.holder = turn;
  const release = () => {
    turn.held.delete(release);
    if (lock.holder === turn) {
      lock.holder = null;
      grant(lock);
    }
  };
  turn.held.add(release);
  queueMicrotask(async () => {
    try {
      turn.resolve(await turn.task());
    } catch (error) {
      turn.reject(error);
    } finally {
      release();
    }
  });
}

function listen(listeners, type, listener) {
  const all = listeners.get(type) ?? new Set();
  listeners.set(type, all);
  const own = () => listener();
  all.add(own);
  return () => all.delete(own);
}

/** A clock on which 100 times as much time passes. */
export function fastClock(factor = 100) {
  return {
    now: () => performance.now() * factor,
    setTimeout: (task, ms) => setTimeout(task, ms / factor),
    clearTimeout: (timer) => clearTimeout(timer),
  };
}
