/** The server's clock, as its answers told it. Claims end by that clock, whatever the one of this machine says. */

let serverNow = Date.now();
let heardAt = performance.now();

/** Takes over the server's time from an answer. */
export function hear(now) {
    const time = Date.parse(now);
    if (Number.isNaN(time)) return;
    serverNow = time;
    heardAt = performance.now();
}

/** The server's time now, in epoch milliseconds. The local monotonic clock carries it on. */
export function now() {
    return serverNow + (performance.now() - heardAt);
}
