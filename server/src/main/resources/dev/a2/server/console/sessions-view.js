/** All sessions, or those with work, or with dead letters. */

import * as api from './api.js';
import {fill, h, icon, setText} from './dom.js';
import {count, number, visible} from './format.js';
import {emptyState, failureState, loadingState, typeName} from './parts.js';
import {address, go} from './route.js';
import {SessionPages} from './session-pages.js';
import {since} from './ticker.js';
import {VirtualList} from './virtual-list.js';

const FILTERS = [['all', 'All'], ['pending', 'With work'], ['dead', 'With dead letters']];
const NARROW = window.matchMedia('(max-width: 720px)');
const REFRESH_MS = 3000;
const AHEAD = 60;
const CHIPS = 3;

export class SessionsView {
    constructor(route) {
        this.tabs = h('nav.tabs', {'aria-label': 'Which sessions'});
        this.search = h('input', {type: 'search', placeholder: 'Find or go to a session', 'aria-label': 'Find or go to a session', autocomplete: 'off', spellcheck: 'false',
            oninput: () => this.searched(), onkeydown: event => this.searchKey(event)});
        this.goButton = h('button.plain', {hidden: true, type: 'submit'});
        this.list = new VirtualList({label: 'Sessions', rowHeight: 54, row: at => this.row(at), version: at => this.version(at),
            painted: (from, to) => this.painted(to), opened: at => this.open(at)});
        this.list.element.id = 'session';
        this.state = h('div');
        this.tally = h('p.muted.tally-line', {role: 'status'});
        const find = h('form.search', {role: 'search', onsubmit: event => {
            event.preventDefault();
            if (this.search.value !== '') go({view: 'session', session: this.search.value});
        }}, icon('search'), this.search, h('kbd', {'aria-hidden': 'true'}, '/'), this.goButton);
        this.element = h('div.sessions', {},
                h('header.page-head', {}, h('h1', {}, 'Sessions'), this.tally, h('span.spring'), find),
                this.tabs, h('div.list', {}, this.list.element, this.state));
        this.narrow = () => this.list.setRowHeight(NARROW.matches ? 76 : 54);
        NARROW.addEventListener('change', this.narrow);
        this.narrow();
        this.update(route);
        this.timer = setInterval(() => !document.hidden && this.refresh(), REFRESH_MS);
    }

    dispose() {
        clearInterval(this.timer);
        NARROW.removeEventListener('change', this.narrow);
        this.pages.dispose();
        this.list.dispose();
    }

    update(route) {
        const filter = FILTERS.some(([name]) => name === route.query.state) ? route.query.state : 'all';
        if (this.filter === filter) return;
        this.filter = filter;
        fill(this.tabs, FILTERS.map(([name, text]) => h('a.tab', {href: address({view: 'sessions', query: {state: name === 'all' ? null : name}}), 'aria-current': name === filter ? 'page' : null}, text)));
        this.pages?.dispose();
        this.pages = new SessionPages(filter, api.sessions, error => this.learned(error));
        this.list.setActive(-1);
        this.list.element.scrollTop = 0;
        this.list.rebuild();
        fill(this.state, loadingState());
        this.list.setCount(0);
        this.pages.want(AHEAD);
    }

    key(event) {
        if (event.key === '/') {
            event.preventDefault();
            this.search.focus();
            this.search.select();
        } else {
            this.list.key(event);
        }
    }

    searchKey(event) {
        if (event.key === 'ArrowDown') {
            event.preventDefault();
            this.list.element.focus();
            this.list.setActive(0);
        } else if (event.key === 'Escape') {
            this.search.value = '';
            this.searched();
            this.list.element.focus();
        }
    }

    searched() {
        const text = this.search.value;
        this.goButton.hidden = text === '';
        setText(this.goButton, `Go to ${visible(text, 24)}`);
        this.list.setActive(-1);
        this.list.element.scrollTop = 0;
        this.list.rebuild();
        this.learned(null);
    }

    get rows() {
        const text = this.search.value;
        return text === '' ? this.pages.rows : this.pages.rows.filter(({sessionId}) => sessionId.startsWith(text));
    }

    learned(error) {
        if (error !== null && this.pages.rows.length > 0) return;
        this.shown = this.rows;
        this.list.setCount(this.shown.length);
        this.list.schedule();
        const known = this.pages.rows.length;
        setText(this.tally, known === 0 ? '' : `${count(known, 'session')}${this.pages.done ? '' : ' so far'}`);
        fill(this.state, error !== null ? failureState(error) : this.shown.length > 0 ? null : this.nothing());
    }

    nothing() {
        if (!this.pages.done && this.search.value === '') return loadingState(this.pages.looked === 0 ? 'Loading…' : `Looked through ${number(this.pages.looked)} sessions…`);
        if (this.search.value !== '') return emptyState('No loaded session begins like this', 'Press Enter to go to the session of exactly this id.');
        if (this.filter === 'dead') return emptyState('No dead letters', 'No session has work that gave up.');
        if (this.filter === 'pending') return emptyState('No work', 'Every session has settled.');
        return emptyState('No sessions yet', 'A session comes into being with its first event.');
    }

    refresh() {
        if (this.pages.rows.length === 0 && !this.pages.done) this.pages.want(AHEAD);
        else this.pages.refresh(Math.max(0, this.list.first()), Math.max(0, this.list.last()));
    }

    painted(to) {
        if (to > this.pages.rows.length - AHEAD / 2) this.pages.want(to + AHEAD);
    }

    open(at) {
        go({view: 'session', session: this.shown[at].sessionId});
    }

    version(at) {
        return JSON.stringify(this.shown[at]);
    }

    row(at) {
        const session = this.shown[at];
        const events = session.frontier === 0 ? 0 : session.frontier - Math.max(1, session.clearIndex) + 1;
        const names = session.pending.map(each => each.consumer);
        return h('a.session-row', {role: 'option', tabindex: '-1', draggable: 'false', href: address({view: 'session', session: session.sessionId})},
                h('span.id', {title: visible(session.sessionId)}, visible(session.sessionId)),
                h('span.last', {}, session.lastEventType === null ? null : typeName(session.lastEventType)),
                h('span.chips', {},
                        session.dead > 0 && h('span.chip.dead', {}, h('i.mark', {'aria-hidden': 'true'}), `${number(session.dead)} dead`),
                        names.slice(0, CHIPS).map(name => h('span.chip.waiting', {title: 'has work for'}, h('i.mark', {'aria-hidden': 'true'}), visible(name, 40))),
                        names.length > CHIPS && h('span.chip', {}, `+${names.length - CHIPS}`)),
                h('span.events', {}, count(events, 'event')),
                h('span.when', {}, session.lastEventAt === null ? '' : since(Date.parse(session.lastEventAt))));
    }
}
