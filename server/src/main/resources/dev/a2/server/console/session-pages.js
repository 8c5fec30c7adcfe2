/** The sessions that are known here, page by page, in the server's order, quietly kept up to date. */

const SIZE = 100;
/** Filtered pages hold few of many: they look through more sessions at once. */
const SIZE_FILTERED = 500;

export class SessionPages {
    /** `read(query, signal)` answers a page; `changed(error)` hears that more is known, or what went wrong. */
    constructor(state, read, changed) {
        Object.assign(this, {state, read, changed});
        this.pages = [{from: '', sessions: [], next: '', loaded: false}];
        this.rows = [];
        this.looked = 0;
        this.stopped = new AbortController();
    }

    dispose() {
        this.stopped.abort();
    }

    get done() {
        return this.pages.at(-1).loaded && this.pages.at(-1).next === null;
    }

    /** Sees to it that so many rows are known, if there are as many. */
    async want(rows) {
        if (this.growing) return;
        this.growing = true;
        try {
            while (this.rows.length < rows && !this.done && !this.stopped.signal.aborted) {
                const last = this.pages.at(-1);
                if (last.loaded) this.pages.push({from: last.next, sessions: [], next: '', loaded: false});
                await this.load(this.pages.at(-1));
            }
        } catch (error) {
            if (!this.stopped.signal.aborted) this.changed(error);
        }
        this.growing = false;
    }

    /** Reads the pages again in which these rows stand. */
    async refresh(first, last) {
        if (this.growing) return;
        this.growing = true;
        try {
            let row = 0;
            for (const page of [...this.pages]) {
                const end = row + page.sessions.length;
                if (page.loaded && end >= first && row <= last) await this.load(page);
                row = end;
            }
        } catch (error) {
            if (!this.stopped.signal.aborted) this.changed(error);
        }
        this.growing = false;
    }

    async load(page) {
        const limit = this.state === 'all' ? SIZE : SIZE_FILTERED;
        const answer = await this.read({state: this.state, from: page.from, limit}, this.stopped.signal);
        const following = this.pages[this.pages.indexOf(page) + 1];
        // New sessions pushed others over the page's edge: the next page begins earlier now.
        if (following !== undefined && answer.next !== null) following.from = answer.next;
        Object.assign(page, {sessions: answer.sessions, next: answer.next, loaded: true});
        const seen = new Set();
        this.rows = this.pages.flatMap(each => each.sessions).filter(({sessionId}) => !seen.has(sessionId) && seen.add(sessionId));
        this.looked = this.pages.filter(each => each.loaded).length * limit;
        if (!this.stopped.signal.aborted) this.changed(null);
    }
}
