/** Functions that want to be told of something. */
export class Listeners {
  #listeners = new Set();

  /** Returns how to take the listener away. */
  add(listener) {
    const own = (...args) => listener(...args); // the same function may be added twice
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** One listener's error is reported and does not keep the others from being told. */
  tell(...args) {
    for (const listener of [...this.#listeners]) {
      try {
        listener(...args);
      } catch (error) {
        reportError(error);
      }
    }
  }

  /** What is told next. */
  next(signal) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const aborted = () => finish(reject, signal.reason);
      const remove = this.add((value) => finish(resolve, value));
      const finish = (outcome, value) => {
        remove();
        signal?.removeEventListener('abort', aborted);
        outcome(value);
      };
      signal?.addEventListener('abort', aborted);
    });
  }
}

/** As an uncaught error, where the application's own reporting finds it. */
function reportError(error) {
  if (typeof globalThis.reportError === 'function') {
    globalThis.reportError(error);
  } else {
    queueMicrotask(() => {
      throw error;
    });
  }
}
