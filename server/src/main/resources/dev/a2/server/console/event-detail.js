/** One event in full: what it holds, what made it, what it made, and who handles it. */

import {fill, h, icon} from './dom.js';
import {consumerName, count, fullTime, lines, visible} from './format.js';
import {doing, lookOf} from './heads.js';
import {jsonView} from './json-view.js';
import {copyButton, loadingState, typeName} from './parts.js';
import {address} from './route.js';
import {since} from './ticker.js';

/** How far behind an event its effects are looked for. */
const EFFECTS = 500;

export class EventDetail {
    /** `select(index)` goes to another event, or to none. */
    constructor({live, log, tracks, select}) {
        Object.assign(this, {live, log, tracks, select});
        this.index = null;
        this.element = h('aside.detail', {'aria-label': 'Event', hidden: true});
    }

    show(index) {
        if (index === this.index) return;
        this.index = index;
        this.shown = null;
        this.element.hidden = index === null;
        if (index !== null) this.refresh();
    }

    /** More is known: of the event, of what it made, of the heads at it. */
    refresh() {
        if (this.index === null) return;
        const event = this.log.get(this.index);
        if (event === undefined) {
            fill(this.element, this.header(null), loadingState());
            return;
        }
        if (this.shown !== event) {
            this.shown = event;
            this.made = h('div');
            this.handled = h('div');
            fill(this.element, this.header(event), this.facts(event), this.made, this.handled, this.payload(event));
            this.element.scrollTop = 0;
            this.seen = null;
        }
        this.refreshParts(event);
    }

    refreshParts(event) {
        const effects = this.effects(event);
        const seen = JSON.stringify([effects.map(each => each.index), this.live.cursors.map(each => ({...each, position: this.passed(each, event)}))]);
        if (seen === this.seen) return;
        this.seen = seen;
        fill(this.made, this.madeSection(effects));
        fill(this.handled, this.handledSection(event, effects));
    }

    header(event) {
        return h('header', {},
                h('span.index', {}, `#${this.index}`),
                h('h2', {}, event === null ? '…' : typeName(event.type)),
                h('button.quiet.square', {'aria-label': 'Close', title: 'Close (Esc)', onclick: () => this.select(null)}, icon('close')));
    }

    facts(event) {
        const created = Date.parse(event.createdAt);
        return h('dl.facts', {},
                h('dt', {}, 'Id'), h('dd', {}, h('code', {}, visible(event.id)), copyButton(event.id, 'the id')),
                h('dt', {}, 'Created'), h('dd', {}, h('span.nowrap', {}, fullTime(created)), h('span.muted', {}, ' · ', since(created))),
                h('dt', {}, 'Cause'), h('dd', {}, this.cause(event)),
                h('dt', {}, 'State'), h('dd', {}, h('a', {href: address({view: 'session', session: this.live.session, tab: 'state', query: {at: this.index}})}, 'as of this event')));
    }

    cause(event) {
        if (event.cause === undefined) return h('span.muted', {}, 'loading…');
        if (event.cause === null) return h('span.muted', {}, 'from outside');
        const {consumer, lane, index, attempt} = event.cause;
        return [this.link(index), ' ', this.who(consumer, lane), h('span.muted', {}, ` attempt ${attempt}`)];
    }

    who(consumer, lane) {
        return h(`span.who.t${this.tracks.of(consumer, lane)}`, {}, h('i.dot', {'aria-hidden': 'true'}), consumerName(consumer, lane));
    }

    link(index) {
        return h('button.link', {onclick: () => this.select(index)}, `#${index}`);
    }

    effects(event) {
        return [...this.log.between(event.index + 1, event.index + EFFECTS)].filter(each => each.cause?.index === event.index);
    }

    madeSection(effects) {
        if (effects.length === 0) return null;
        const rows = effects.map(event => h('li', {}, this.link(event.index), ' ', typeName(event.type), ' ', this.who(event.cause.consumer, event.cause.lane)));
        return h('section', {}, h('h3', {}, 'Made ', count(effects.length, 'event')), h('ul.plain', {}, rows));
    }

    passed(cursor, event) {
        return cursor.kind === 'log' && cursor.position >= event.index && (cursor.types === null || cursor.types.includes(event.type));
    }

    handledSection(event, effects) {
        const heads = this.live.headsAt(event.index).map(cursor => this.head(cursor));
        const done = new Map();
        for (const {cause} of effects) done.set(consumerName(cause.consumer, cause.lane), [cause, `done, attempt ${cause.attempt}`]);
        for (const cursor of this.live.cursors) {
            const name = consumerName(cursor.consumer, cursor.lane);
            if (this.passed(cursor, event) && !done.has(name)) done.set(name, [cursor, 'done']);
        }
        const rows = [...done.values()].map(([of, text]) => h('li', {}, this.who(of.consumer, of.lane), h('span.muted', {}, ` ${text}`)));
        if (heads.length + rows.length === 0) return null;
        return h('section', {}, h('h3', {}, 'Handled by'), h('ul.plain', {}, heads, rows));
    }

    head(cursor) {
        const holder = cursor.claimHolder === null ? null : h('span.muted', {}, ' by ', visible(cursor.claimHolder));
        return h('li', {}, this.who(cursor.consumer, cursor.lane), ' ', h(`span.doing.${lookOf(cursor)}`, {}, doing(cursor)), holder,
                cursor.lastError === null ? null : h('pre.error', {}, lines(cursor.lastError)));
    }

    payload(event) {
        return h('section.payload', {}, h('h3', {}, 'Payload', copyButton(event.payload.text, 'the payload')), jsonView(event.payload.text));
    }
}
