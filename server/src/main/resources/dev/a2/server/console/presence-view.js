/** Who is there, with what they last said about themselves. */

import {fill, h} from './dom.js';
import {hash, initials, preview, visible} from './format.js';
import {now} from './clock.js';
import {emptyState} from './parts.js';
import {countdown, since} from './ticker.js';

const SWEEP_MS = 1000;

/** The names of those who are there, in order. */
export function participants(entries) {
    return [...new Set(entries.filter(alive).map(entry => entry.participant))].sort();
}

function alive(entry) {
    return entry.until > performance.now();
}

export class PresenceView {
    constructor(live) {
        this.live = live;
        this.stopped = new AbortController();
        this.element = h('div.page.presence');
        live.addEventListener('presence', () => this.show(), {signal: this.stopped.signal});
        this.sweep = setInterval(() => this.show(), SWEEP_MS);
        this.show();
    }

    dispose() {
        this.stopped.abort();
        clearInterval(this.sweep);
    }

    update() {}

    show() {
        const entries = this.live.entries.filter(alive);
        const seen = JSON.stringify(entries);
        if (seen === this.seen) return;
        this.seen = seen;
        const names = participants(entries);
        if (names.length === 0) fill(this.element, emptyState('Nobody is here', 'Whoever sets presence in this session appears here until it expires.'));
        else fill(this.element, h('ul.cards', {}, names.map(name => this.card(name, entries.filter(entry => entry.participant === name)))));
    }

    card(name, entries) {
        const fields = entries.map(entry => [
            h('dt', {}, visible(entry.field) || '(no name)'),
            h('dd', {}, h('code', {title: visible(entry.value.text, 2000)}, preview(entry.value.text, 160)),
                    h('span.muted', {}, since(Date.parse(entry.at)), ' · ', countdown(now() + entry.until - performance.now(), 'expires in '))),
        ]);
        return h('li.card', {}, h('header', {}, h(`span.face.t${1 + hash(name) % 7}`, {'aria-hidden': 'true'}, initials(name)), h('h2', {}, visible(name))), h('dl', {}, fields));
    }
}
