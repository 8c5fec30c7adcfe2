/**
 * The part of a session's log that is known here. History comes in pages, on demand, around what is in sight; new events
 * come by the feed, without causes, and are completed from history.
 */

const SIZE = 100;
const KEPT = 200;
const AT_ONCE = 4;
const PAUSE_MS = 60;
const RETRY_MS = 2000;

export class LogPages {
    /** `read({after, limit}, signal)` answers a page of history; `changed()` hears that more is known. */
    constructor(read, changed) {
        Object.assign(this, {read, changed});
        this.pages = new Map();
        this.reading = 0;
        this.wanted = null;
        this.first = 1;
        this.frontier = 0;
        this.stopped = new AbortController();
    }

    dispose() {
        this.stopped.abort();
        clearTimeout(this.timer);
    }

    /** The readable indexes: from the latest clear marker to the newest event. */
    setBounds(clearIndex, frontier) {
        const first = Math.max(1, clearIndex);
        if (first !== this.first) this.pages.clear();
        this.first = first;
        this.frontier = Math.max(frontier, this.frontier);
    }

    /** The event at an index if it is known; one that came by the feed has `cause` undefined until history tells. */
    get(index) {
        return this.pages.get(pageOf(index))?.events[index % SIZE];
    }

    /** A new event from the feed. */
    live(event) {
        this.frontier = Math.max(this.frontier, event.index);
        const page = this.page(pageOf(event.index));
        page.events[event.index % SIZE] ??= event;
    }

    /** Sees to it that what lies between two indexes becomes known. Only the latest wish counts. */
    want(from, to) {
        this.wanted = [Math.max(this.first, from), Math.min(this.frontier, to)];
        this.timer ??= setTimeout(() => {
            this.timer = undefined;
            this.fetch();
        }, PAUSE_MS);
    }

    /** Known events between two indexes, in order. */
    * between(from, to) {
        for (let index = Math.max(this.first, from); index <= Math.min(this.frontier, to); index++) {
            const event = this.get(index);
            if (event !== undefined) yield event;
        }
    }

    fetch() {
        const [from, to] = this.wanted;
        for (let number = pageOf(to); number >= pageOf(from) && this.reading < AT_ONCE; number--) {
            const page = this.page(number);
            const missing = this.missing(number, page);
            if (missing > 0 && !page.reading && performance.now() >= page.notBefore) this.load(number, page, missing);
        }
    }

    missing(number, page) {
        const to = Math.min(this.frontier, number * SIZE + SIZE - 1);
        for (let index = Math.max(this.first, number * SIZE); index <= to; index++) {
            if (page.events[index % SIZE]?.cause === undefined) return index;
        }
        return 0;
    }

    async load(number, page, index) {
        page.reading = true;
        this.reading++;
        try {
            const found = await this.read({after: index - 1, limit: number * SIZE + SIZE - index}, this.stopped.signal);
            for (const event of found.events) {
                if (pageOf(event.index) === number) page.events[event.index % SIZE] = {...event, cause: event.cause ?? null};
            }
            // A page that brings nothing is asked for again, but not at once.
            page.notBefore = found.events.length > 0 ? 0 : performance.now() + RETRY_MS;
        } catch {
            page.notBefore = performance.now() + RETRY_MS;
        }
        page.reading = false;
        this.reading--;
        if (!this.stopped.signal.aborted) this.changed();
    }

    page(number) {
        let page = this.pages.get(number);
        if (page === undefined) {
            page = {events: new Array(SIZE), reading: false, notBefore: 0};
        } else {
            this.pages.delete(number);
        }
        this.pages.set(number, page);
        if (this.pages.size > KEPT) this.pages.delete(this.pages.keys().next().value);
        return page;
    }
}

function pageOf(index) {
    return Math.floor(index / SIZE);
}
