/** The timeline of a session: its events in order, what made them, and where each head stands, as it happens. */

import * as api from './api.js';
import {fill, h, icon, setText, svg} from './dom.js';
import {EventDetail} from './event-detail.js';
import {eventRow} from './event-row.js';
import {count, number} from './format.js';
import {drawGraph, graphWidth} from './graph.js';
import {headVersion} from './heads.js';
import {Legend} from './legend.js';
import {LogPages} from './log-pages.js';
import {emptyState, typeName} from './parts.js';
import {go} from './route.js';
import {AllRows, TypeRows} from './rows.js';
import {Tracks} from './tracks.js';
import {reason} from './toast.js';
import {VirtualList} from './virtual-list.js';

const NARROW = window.matchMedia('(max-width: 720px)');
/** How far around what is in sight history is read. */
const AROUND = 60;
const LOOK = 1000;
const CHAIN = 200;

export class TimelineView {
    constructor(live, route, contracts) {
        this.live = live;
        this.types = new Set(contracts.flatMap(contract => contract.eventTypes));
        this.tracks = new Tracks();
        this.log = new LogPages((query, signal) => api.events(live.session, query, signal), () => this.learned());
        this.log.setBounds(live.clearIndex, live.frontier);
        this.rows = new AllRows(this.log);
        this.following = route.query.index === undefined;
        this.unseen = 0;
        this.lit = new Set();
        this.stopped = new AbortController();
        this.build();
        this.listen();
        this.narrow();
        this.cursors();
        this.update(route);
    }

    build() {
        this.list = new VirtualList({
            label: 'Events', rowHeight: 38,
            row: at => this.row(at), version: at => this.version(at),
            painted: (from, to, top) => this.painted(from, to, top),
            opened: at => this.select(this.rows.indexAt(at)),
        });
        this.list.moved = at => (this.detail.index === null ? this.stopFollowing() : this.select(this.rows.indexAt(at)));
        this.list.element.id = 'event';
        this.canvas = svg('svg.graph', {'aria-hidden': 'true'});
        this.list.space.append(this.canvas);
        this.detail = new EventDetail({live: this.live, log: this.log, tracks: this.tracks, select: index => this.select(index)});
        this.legend = new Legend({live: this.live, tracks: this.tracks, select: index => this.select(index)});
        this.pill = h('button.pill', {hidden: true, onclick: () => this.follow()});
        this.emptiness = h('div');
        this.progress = h('span.muted');
        this.typeSelect = h('select', {'aria-label': 'Events of type', onchange: () => this.address({type: this.typeSelect.value, index: null})});
        this.followButton = h('button.toggle', {title: 'Follow the newest event (f)', onclick: () => (this.following ? this.stopFollowing() : this.follow())}, icon('down'), h('span.words', {}, 'Follow'));
        const jump = h('form.jump', {onsubmit: event => {
            event.preventDefault();
            const index = Number(jump.elements.index.value);
            if (this.rows.count > 0) this.select(Math.max(this.log.first, Math.min(this.log.frontier, index)));
        }}, h('input', {name: 'index', type: 'number', min: '1', placeholder: 'Go to #', 'aria-label': 'Go to index', inputmode: 'numeric'}));
        this.jump = jump;
        this.element = h('div.timeline', {},
                h('div.toolbar', {}, this.typeSelect, jump, this.progress, h('span.spring'), this.followButton),
                this.legend.element,
                h('div.split', {}, h('div.list', {}, this.list.element, this.emptiness, this.pill), this.detail.element));
    }

    listen() {
        const {signal} = this.stopped;
        this.live.addEventListener('log', event => this.came(event.detail), {signal});
        this.live.addEventListener('cursors', () => this.cursors(), {signal});
        this.live.addEventListener('reset', () => this.reset(), {signal});
        NARROW.addEventListener('change', () => this.narrow(), {signal});
        let before = 0;
        this.list.element.addEventListener('scroll', () => {
            const top = this.list.element.scrollTop;
            if (top < before - 1 && !this.list.atEnd()) this.stopFollowing();
            else if (this.list.atEnd() && this.unseen > 0) this.follow();
            before = top;
        }, {signal});
    }

    dispose() {
        this.stopped.abort();
        cancelAnimationFrame(this.frame);
        this.log.dispose();
        this.list.dispose();
    }

    update(route) {
        this.route = route;
        const type = route.query.type ?? '';
        if (type !== (this.rows.type ?? '')) this.filter(type);
        this.typeOptions(type);
        const index = route.query.index === undefined ? null : Number(route.query.index);
        if (index === this.detail.index || Number.isNaN(index)) return;
        this.detail.show(index);
        this.element.classList.toggle('detailed', index !== null);
        if (index !== null) this.reveal(index);
        this.light();
    }

    reveal(index) {
        if (this.rows.has(index)) {
            const row = this.rows.rowOf(index);
            this.list.setCount(this.rows.count);
            const inSight = row >= this.list.first() && row <= this.list.last();
            this.stopFollowing();
            // On a phone the event covers the lower part of the list.
            this.list.setActive(row, NARROW.matches ? 'start' : inSight ? 'nearest' : 'center');
        }
        this.log.want(index - 1, index + 1);
    }

    select(index) {
        this.address({index});
    }

    address(query) {
        go({...this.route, query: {...this.route.query, ...query}}, {replace: true});
    }

    key(event) {
        if (event.key === 'Escape' && this.detail.index !== null) {
            this.select(null);
            this.list.element.focus();
        } else if (event.key === 'f') {
            this.follow();
        } else if (event.key === 'c') {
            const cause = this.log.get(this.detail.index ?? 0)?.cause;
            if (cause) this.select(cause.index);
        } else if (event.key === '/') {
            event.preventDefault();
            this.jump.elements.index.focus();
        } else {
            this.list.key(event);
        }
    }

    came(event) {
        this.log.live(event);
        this.rows.live?.(event);
        this.types.add(event.type);
        if (!this.following) this.unseen++;
        this.learned();
    }

    follow() {
        this.following = true;
        this.unseen = 0;
        this.learned();
    }

    stopFollowing() {
        this.following = false;
        this.learned();
    }

    reset() {
        this.log.frontier = 0;
        this.log.pages.clear();
        this.log.setBounds(this.live.clearIndex, this.live.frontier);
        this.tracks.clear();
        this.filter(this.rows.type ?? '');
        this.list.rebuild();
        this.select(null);
    }

    cursors() {
        for (const cursor of this.live.cursors) this.tracks.of(cursor.consumer, cursor.lane);
        this.learned();
    }

    /** More is known: shows it with the next frame, however much more it is until then. */
    learned() {
        this.frame ??= requestAnimationFrame(() => {
            this.frame = undefined;
            this.show();
        });
    }

    show() {
        this.list.setCount(this.rows.count);
        if (this.following) this.list.scrollToEnd();
        this.list.schedule();
        this.detail.refresh();
        if (this.detail.index !== null) this.light();
        this.followButton.setAttribute('aria-pressed', String(this.following));
        this.pill.hidden = this.following || this.unseen === 0;
        if (!this.pill.hidden) fill(this.pill, icon('down'), `${number(this.unseen)} new`);
        const empty = this.rows.count === 0 && this.rows.done !== false;
        if (empty !== this.emptiness.hasChildNodes()) {
            fill(this.emptiness, empty && (this.rows.type ? emptyState('No event of this type') : emptyState('No events yet', 'They appear here as they are appended.')));
        }
    }

    filter(type) {
        this.looking?.abort();
        this.rows = type === '' ? new AllRows(this.log) : new TypeRows(this.log, type);
        this.list.active = -1;
        this.list.setCount(this.rows.count);
        this.list.rebuild();
        this.learned();
        setText(this.progress, '');
        if (type !== '') this.look(this.rows);
    }

    async look(rows) {
        this.looking = new AbortController();
        const signal = AbortSignal.any([this.looking.signal, this.stopped.signal]);
        try {
            while (!rows.done) {
                const added = await rows.look(query => api.events(this.live.session, query, signal), LOOK);
                if (this.rows !== rows) return;
                setText(this.progress, rows.done ? count(rows.count, 'event') : `${number(rows.count)} found, looking before #${number(rows.looked)}`);
                this.list.setCount(rows.count);
                if (!this.following) this.list.element.scrollTop += added * this.list.rowHeight / this.list.scale;
                this.list.rebuild();
                this.learned();
            }
        } catch (refusal) {
            if (!signal.aborted) setText(this.progress, reason(refusal));
        }
    }

    typeOptions(selected) {
        const types = [...new Set([...this.types, ...(selected === '' ? [] : [selected])])].sort();
        const options = types.map(type => h('option', {value: type, selected: type === selected}, typeName(type).textContent));
        fill(this.typeSelect, h('option', {value: ''}, 'All types'), options);
        this.optionCount = types.length;
    }

    narrow() {
        this.step = NARROW.matches ? 9 : 16;
        this.list.setRowHeight(NARROW.matches ? 58 : 38);
        this.list.rebuild();
    }

    version(at) {
        const index = this.rows.indexAt(at);
        const event = this.log.get(index);
        const known = event === undefined ? 0 : event.cause === undefined ? 1 : 2;
        return `${known} ${this.live.headsAt(index).map(headVersion).join(' ')} ${this.tracks.version}`;
    }

    row(at) {
        const index = this.rows.indexAt(at);
        return eventRow(index, this.log.get(index), {heads: this.live.headsAt(index), tracks: this.tracks, select: () => this.select(index)});
    }

    painted(from, to, top) {
        if (this.rows.count > 0) {
            const [first, last] = [this.rows.indexAt(Math.max(0, from)), this.rows.indexAt(Math.min(to, this.rows.count - 1))];
            this.log.want(first - (this.rows.type ? 0 : AROUND), last + (this.rows.type ? 0 : AROUND));
            this.noteCauses(first, last);
        }
        if (this.types.size > this.optionCount && document.activeElement !== this.typeSelect) this.typeOptions(this.rows.type ?? '');
        this.canvas.style.setProperty('transform', `translateY(${top}px)`);
        drawGraph(this.canvas, {from, to, rowHeight: this.list.rowHeight, step: this.step, rows: this.rows, log: this.log,
            tracks: this.tracks, cursors: this.live.cursors, lit: this.lit});
        this.list.element.style.setProperty('--graph', `${graphWidth(this.tracks.count, this.step)}px`);
        this.legend.show();
    }

    noteCauses(first, last) {
        const before = this.tracks.version;
        for (const event of this.log.between(first, Math.min(last, first + CHAIN))) {
            this.types.add(event.type);
            if (event.cause) this.tracks.of(event.cause.consumer, event.cause.lane);
        }
        if (before !== this.tracks.version) this.list.schedule();
    }

    /** The chain of causes that led to the selected event, and what it made. */
    light() {
        this.lit = new Set();
        const {index} = this.detail;
        if (index !== null) {
            for (let at = index, steps = 0; at && steps < CHAIN; steps++) {
                this.lit.add(at);
                at = this.log.get(at)?.cause?.index;
            }
            for (const event of this.log.between(index + 1, index + CHAIN)) {
                if (event.cause?.index === index) this.lit.add(event.index);
            }
            if (this.lit.size === 1) this.lit.clear();
        }
        this.list.schedule();
    }
}
