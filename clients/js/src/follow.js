/** Reads a feed for a handler. `closed` of the result resolves when it was closed and rejects when it failed. */
export function follow(feed, { on = {}, signal } = {}) {
  const closed = run(feed, on, signal);
  closed.catch((error) => on.error?.(error));
  return { closed, close: () => feed.close(), feed };
}

async function run(feed, on, signal) {
  try {
    for await (const event of feed) {
      await on.event?.(event);
    }
  } catch (error) {
    if (!signal?.aborted) {
      throw error;
    }
  }
}
