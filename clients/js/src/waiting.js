/** Exponential back-off with full jitter, never shorter than what the server asked for. */
export function backoff(env, attempt, { baseMs = 500, capMs = 30_000, floorMs = 0 } = {}) {
  return floorMs + env.random() * Math.min(capMs, baseMs * 2 ** Math.min(attempt, 20));
}

/**
 * Waits, or less if one of the environment's events `wakeOn` comes first.
 * Rejects with the signal's reason when it is aborted.
 */
export function pause(env, ms, { signal, wakeOn = [] } = {}) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const undo = wakeOn.map((type) => env.on(type, () => finish(resolve)));
    const timer = env.setTimeout(() => finish(resolve), ms);
    const aborted = () => finish(reject, signal.reason);
    const finish = (outcome, value) => {
      env.clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
      undo.forEach((stop) => stop());
      outcome(value);
    };
    signal?.addEventListener('abort', aborted);
  });
}

/** A controller that is aborted with any of the signals, too. `release` lets go of them. */
export function linkedController(...signals) {
  const controller = new AbortController();
  const abort = (event) => controller.abort(event.target.reason);
  const given = signals.filter((signal) => signal !== undefined);
  for (const signal of given) {
    if (signal.aborted) {
      controller.abort(signal.reason);
    }
    signal.addEventListener('abort', abort);
  }
  return { controller, release: () => given.forEach((signal) => signal.removeEventListener('abort', abort)) };
}

/** Events after which waiting for the network has no point any more. */
export const NETWORK_MAY_BE_BACK = ['online', 'visible', 'pageshow', 'resume'];

/** Tries until the answer is definite. A bug of the server (500) is tried a few times only. */
export async function untilDefinite(env, call, { signal, onRetry = () => {} } = {}) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!error.retryable || signal?.aborted || (error.status === 500 && attempt >= 4)) {
        throw error;
      }
      onRetry(error);
      const ms = backoff(env, attempt, { floorMs: error.retryAfterMs ?? 0 });
      await pause(env, ms, { signal, wakeOn: error.status === 0 ? NETWORK_MAY_BE_BACK : [] });
    }
  }
}
