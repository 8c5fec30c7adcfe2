/** The work of a session: where every consumer stands, what it is doing, and what went wrong last. */

import {fill, h} from './dom.js';
import {count, lines, number, visible} from './format.js';
import {LOOKS, doing, headVersion, lookOf} from './heads.js';
import {emptyState} from './parts.js';
import {address} from './route.js';
import {since} from './ticker.js';

const SHOWN = 200;

export class WorkView {
    constructor(live) {
        this.live = live;
        this.stopped = new AbortController();
        this.element = h('div.page.work');
        for (const change of ['cursors', 'reset']) live.addEventListener(change, () => this.show(), {signal: this.stopped.signal});
        this.show();
    }

    dispose() {
        this.stopped.abort();
    }

    update() {}

    show() {
        const {cursors, frontier} = this.live;
        const seen = cursors.map(cursor => `${headVersion(cursor)} ${cursor.position} ${cursor.head}`).join('\n') + frontier;
        if (seen === this.seen) return;
        this.seen = seen;
        const busy = cursors.filter(cursor => cursor.head !== null);
        const idle = cursors.filter(cursor => cursor.head === null);
        busy.sort((a, b) => LOOKS.indexOf(lookOf(a)) - LOOKS.indexOf(lookOf(b)));
        const open = this.element.querySelector('details.idle')?.open ?? busy.length === 0;
        fill(this.element,
                busy.length === 0 && emptyState('Nothing to do', idle.length > 0 ? 'Every consumer has handled what there is.' : 'No consumer has work in this session.'),
                h('ul.heads-list', {}, busy.slice(0, SHOWN).map(cursor => this.busy(cursor))),
                busy.length > SHOWN && h('p.muted', {}, `${number(busy.length - SHOWN)} more heads are not shown.`),
                idle.length > 0 && h('details.idle', {open}, h('summary', {}, count(idle.length, 'idle cursor')), h('ul.plain', {}, idle.slice(0, SHOWN).map(cursor => this.idle(cursor)))));
    }

    busy(cursor) {
        const look = lookOf(cursor);
        const facts = [
            ['Attempt', cursor.attemptCount === 0 ? 'none yet' : cursor.attemptCount],
            ['Failures', cursor.failureCount],
            cursor.claimHolder !== null && ['Claimed by', h('code', {}, visible(cursor.claimHolder))],
            cursor.firstClaimedAt !== null && ['First claimed', since(Date.parse(cursor.firstClaimedAt))],
            cursor.lastFailedAt !== null && ['Last failure', [since(Date.parse(cursor.lastFailedAt)), ` in attempt ${cursor.lastFailedAttempt}`]],
            cursor.kind !== 'event' && ['Behind', this.behind(cursor)],
        ].filter(Boolean);
        return h(`li.work-card.${look}`, {},
                h('header', {}, h(`span.look.${look}`, {}, h('i.mark', {'aria-hidden': 'true'}), look), this.name(cursor), h('span.spring'),
                        h('span.doing', {}, doing(cursor)), this.at(cursor.head)),
                h('dl.inline', {}, facts.map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)))),
                cursor.lastError === null ? null : h('details.error', {}, h('summary', {}, visible(cursor.lastError.split('\n', 1)[0], 200)), h('pre.error', {}, lines(cursor.lastError))));
    }

    name(cursor) {
        return [h('b', {}, visible(cursor.consumer)), h('span.kind', {}, cursor.kind, cursor.lane ? [' ', h('i', {}, visible(cursor.lane))] : '')];
    }

    at(index) {
        return h('a.index', {href: address({view: 'session', session: this.live.session, tab: 'timeline', query: {index}})}, `#${index}`);
    }

    behind(cursor) {
        const events = this.live.frontier - cursor.position;
        return cursor.types === null ? count(events, 'event') : `up to ${count(events, 'event')}`;
    }

    idle(cursor) {
        const types = cursor.types === null ? null : h('span.muted', {title: cursor.types.map(type => visible(type)).join('\n')}, ` · ${count(cursor.types.length, 'type')}`);
        return h('li', {}, this.name(cursor), h('span.muted', {}, ` at ${number(cursor.position)}`), types);
    }
}
