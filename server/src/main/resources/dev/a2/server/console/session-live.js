/**
 * What is known of one session while somebody looks at it: its bounds, cursors and presence, kept up to date. Tells of
 * changes by the events `log`, `cursors`, `presence`, `status` and `reset`.
 */

import * as api from './api.js';
import {now} from './clock.js';
import {report} from './toast.js';

/** The type of the marker that begins a new lifetime. */
export const CLEAR_TYPE = 'a2.clear';

const SOON_MS = 300;
const WORKING_MS = 2000;
const IDLE_MS = 8000;
const HIDDEN_MS = 5000;

export class SessionLive extends EventTarget {
    constructor(session) {
        super();
        this.session = session;
        this.frontier = 0;
        this.clearIndex = 0;
        this.lastEventAt = null;
        this.cursors = [];
        this.heads = new Map();
        this.leases = new Map();
        this.entries = [];
        this.status = 'connecting';
        this.stopped = new AbortController();
        const {signal} = this.stopped;
        document.addEventListener('visibilitychange', () => this.visibility(), {signal});
        // A page that may come back keeps its connections for a while, which the next page then lacks.
        window.addEventListener('pagehide', () => this.pause(), {signal});
        window.addEventListener('pageshow', () => this.visibility(), {signal});
    }

    dispose() {
        this.stopped.abort();
        this.feed?.close();
        clearTimeout(this.poll);
        clearTimeout(this.leaving);
    }

    /** Reads where the session stands, then follows it. */
    async start() {
        const summary = await api.summary(this.session, this.stopped.signal);
        this.bounds(summary.clearIndex, summary.frontier);
        this.lastEventAt = summary.lastEventAt;
        this.connect();
        await this.readCursors();
    }

    connect() {
        this.feed = api.follow(this.session, this.frontier, {
            event: event => this.event(event),
            presence: entries => this.presence(entries),
            reset: () => this.reset(),
            status: word => this.heardStatus(word),
            error: error => this.ended(error),
        });
    }

    /** A browser opens few connections to one server, so tabs that nobody sees give theirs back and resume later. */
    visibility() {
        clearTimeout(this.leaving);
        if (document.hidden) {
            this.leaving = setTimeout(() => this.pause(), HIDDEN_MS);
        } else if (this.feed === null) {
            this.connect();
            this.readCursorsIn(0);
        }
    }

    pause() {
        if (!this.feed) return;
        this.feed.close();
        this.feed = null;
        this.setStatus('paused');
    }

    event(event) {
        this.frontier = Math.max(this.frontier, event.index);
        this.lastEventAt = event.createdAt;
        // A feed that has seen everything before a clear goes on with its marker: that alone tells of it.
        if (event.type === CLEAR_TYPE) {
            this.reset();
            return;
        }
        this.dispatchEvent(new CustomEvent('log', {detail: event}));
        this.readCursorsIn(SOON_MS);
    }

    presence(entries) {
        this.entries = entries.map(entry => ({...entry, until: performance.now() + entry.expiresInMs}));
        this.dispatchEvent(new Event('presence'));
    }

    /** The session was cleared, or its history is not what it was: begins anew. */
    async reset() {
        const summary = await api.summary(this.session, this.stopped.signal).catch(() => null);
        if (summary === null) return;
        this.frontier = 0;
        this.bounds(summary.clearIndex, summary.frontier);
        this.dispatchEvent(new Event('reset'));
        this.readCursorsIn(0);
    }

    bounds(clearIndex, frontier) {
        this.clearIndex = clearIndex;
        this.frontier = Math.max(this.frontier, frontier);
    }

    /** What the feed says of its connection, in the words of the console. */
    heardStatus(word) {
        if (word === 'live' || word === 'polling') this.setStatus('live');
        else if (word !== 'closed' && this.status !== 'connecting') this.setStatus('reconnecting');
    }

    ended(error) {
        this.setStatus('ended');
        report(error);
    }

    setStatus(status) {
        if (status === this.status) return;
        this.status = status;
        this.dispatchEvent(new Event('status'));
        if (status === 'live') this.readCursorsIn(0);
    }

    readCursorsIn(ms) {
        const at = performance.now() + ms;
        if (this.pollAt !== undefined && this.pollAt <= at) return;
        clearTimeout(this.poll);
        this.pollAt = at;
        this.poll = setTimeout(() => {
            this.pollAt = undefined;
            this.readCursors();
        }, ms);
    }

    async readCursors() {
        let pause = IDLE_MS;
        try {
            const answer = await api.cursors(this.session, this.stopped.signal);
            this.setCursors(answer.cursors);
            if (this.cursors.some(cursor => cursor.head !== null)) pause = WORKING_MS;
        } catch (refusal) {
            if (this.stopped.signal.aborted || refusal.status === 401) return;
        }
        if (!document.hidden) this.readCursorsIn(pause);
    }

    setCursors(cursors) {
        this.cursors = cursors;
        this.measureLeases();
        this.heads = new Map();
        for (const cursor of cursors) {
            if (cursor.head === null) continue;
            if (!this.heads.has(cursor.head)) this.heads.set(cursor.head, []);
            this.heads.get(cursor.head).push(cursor);
        }
        this.dispatchEvent(new Event('cursors'));
    }

    /** Says of each claim how long its lease is: no answer does, but it is at least as long as what was ever left of it. */
    measureLeases() {
        const leases = new Map();
        for (const cursor of this.cursors.filter(each => each.claimHolder !== null)) {
            const claim = JSON.stringify([cursor.consumer, cursor.lane, cursor.head, cursor.attemptCount]);
            cursor.leaseMs = Math.max(Date.parse(cursor.claimExpiresAt) - now(), this.leases.get(claim) ?? 0);
            leases.set(claim, cursor.leaseMs);
        }
        this.leases = leases;
    }

    /** The cursors whose head is at an index. */
    headsAt(index) {
        return this.heads.get(index) ?? [];
    }
}
