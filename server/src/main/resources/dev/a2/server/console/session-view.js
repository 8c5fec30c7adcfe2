/** A session: who it is, whether it is live, who is there, and its five views. */

import * as api from './api.js';
import {DeadView} from './dead-view.js';
import {confirmed} from './dialog.js';
import {fill, h, icon, setText} from './dom.js';
import {count, hash, initials, number, visible} from './format.js';
import {copyButton, failureState, loadingState} from './parts.js';
import {PresenceView, participants} from './presence-view.js';
import {TABS, address, go} from './route.js';
import {SessionLive} from './session-live.js';
import {StateView} from './state-view.js';
import {since} from './ticker.js';
import {TimelineView} from './timeline-view.js';
import {isUnreachable, report, toast} from './toast.js';
import {WorkView} from './work-view.js';

const VIEWS = {timeline: TimelineView, state: StateView, work: WorkView, dead: DeadView, presence: PresenceView};
const NAMES = {timeline: 'Timeline', state: 'State', work: 'Work', dead: 'Dead letters', presence: 'Presence'};
const STATUS = {connecting: 'Connecting', live: 'Live', reconnecting: 'Reconnecting', paused: 'Paused', ended: 'Not live'};
const RETRY_MS = 3000;
const FACES = 5;

export class SessionView {
    constructor(route) {
        this.route = route;
        this.session = route.session;
        this.live = new SessionLive(route.session);
        this.body = h('div.tab-body', {id: 'view', role: 'tabpanel'}, loadingState());
        this.tabs = h('div.tabs', {role: 'tablist', 'aria-label': 'Views of the session'});
        this.facts = h('p');
        this.faces = h('a.faces', {href: address({...route, tab: 'presence', query: {}})});
        this.status = h('span.status', {role: 'status'});
        this.element = h('div.session', {}, this.header(), this.tabs, this.body);
        for (const change of ['log', 'cursors', 'reset']) this.live.addEventListener(change, () => this.showFactsSoon());
        this.live.addEventListener('status', () => this.showStatus());
        this.live.addEventListener('presence', () => this.showFaces());
        this.showStatus();
        this.start();
    }

    async start() {
        try {
            const [contracts] = await Promise.all([knownContracts(), this.live.start()]);
            if (this.disposed) return;
            this.contracts = contracts;
            this.showFacts();
            this.open();
        } catch (error) {
            if (this.disposed) return;
            fill(this.body, failureState(error));
            if (isUnreachable(error)) this.again = setTimeout(() => this.start(), RETRY_MS);
        }
    }

    dispose() {
        this.disposed = true;
        clearTimeout(this.again);
        clearTimeout(this.factsSoon);
        this.view?.dispose();
        this.live.dispose();
    }

    update(route) {
        const same = route.tab === this.route.tab;
        this.route = route;
        if (this.view && same) this.view.update(route);
        else if (this.contracts) this.open();
    }

    open() {
        this.view?.dispose();
        this.view = new VIEWS[this.route.tab](this.live, this.route, this.contracts);
        fill(this.body, this.view.element);
        this.view.shown?.();
        this.showTabs();
    }

    key(event) {
        const tab = TABS[Number(event.key) - 1];
        if (tab !== undefined) go({...this.route, tab, query: {}});
        else this.view?.key?.(event);
    }

    header() {
        return h('header.session-head', {},
                h('div.title', {},
                        h('a.quiet.square', {href: '#/sessions', 'aria-label': 'All sessions', title: 'All sessions'}, icon('back')),
                        h('h1', {title: visible(this.session, Infinity)}, visible(this.session)),
                        copyButton(this.session, 'the session id'),
                        h('span.spring'), this.faces, this.status),
                h('div.facts-line', {}, this.facts, h('span.spring'), h('button.quiet', {onclick: () => this.clear()}, 'Clear…')));
    }

    showFactsSoon() {
        this.factsSoon ??= setTimeout(() => {
            this.factsSoon = undefined;
            this.showFacts();
            this.showTabs();
        }, 100);
    }

    showFacts() {
        const {frontier, clearIndex, lastEventAt} = this.live;
        const events = frontier === 0 ? 0 : frontier - Math.max(1, clearIndex) + 1;
        fill(this.facts, count(events, 'event'), h('span.muted', {}, ` · frontier ${number(frontier)}`),
                clearIndex > 0 && h('span.muted', {}, ` · cleared at ${number(clearIndex)}`),
                lastEventAt && h('span.muted', {}, ' · newest ', since(Date.parse(lastEventAt))));
    }

    showTabs() {
        const dead = this.live.cursors.filter(cursor => cursor.failedAt !== null).length;
        const working = this.live.cursors.filter(cursor => cursor.head !== null && cursor.failedAt === null).length;
        const counts = {dead, work: working, presence: participants(this.live.entries).length};
        const seen = JSON.stringify([this.route.tab, counts]);
        if (seen === this.tabsSeen) return;
        this.tabsSeen = seen;
        fill(this.tabs, TABS.map(tab => h('a.tab', {role: 'tab', href: address({...this.route, tab, query: {}}), 'aria-controls': 'view', 'aria-selected': String(tab === this.route.tab)},
                NAMES[tab], counts[tab] > 0 && h(`span.badge.${tab}`, {}, number(counts[tab])))));
        this.tabs.querySelector('[aria-selected="true"]').scrollIntoView({block: 'nearest', inline: 'nearest'});
    }

    showStatus() {
        this.status.dataset.status = this.live.status;
        fill(this.status, h('i.light', {'aria-hidden': 'true'}), STATUS[this.live.status]);
    }

    showFaces() {
        const names = participants(this.live.entries);
        setText(this.faces, '');
        this.faces.setAttribute('aria-label', `Present: ${names.map(name => visible(name)).join(', ') || 'nobody'}`);
        fill(this.faces, names.slice(0, FACES).map(name => h(`span.face.t${1 + hash(name) % 7}`, {title: visible(name), 'aria-hidden': 'true'}, initials(name))),
                names.length > FACES && h('span.face.more', {'aria-hidden': 'true'}, `+${names.length - FACES}`));
        this.showTabs();
    }

    async clear() {
        const {frontier} = this.live;
        const text = `A new lifetime begins: all ${count(frontier, 'event')}, the states and the work of this session are gone for everybody. This cannot be taken back.`;
        if (!await confirmed({title: 'Clear this session?', text, action: 'Clear', typed: this.session})) return;
        try {
            await api.clear(this.session, frontier);
            toast('Cleared.');
        } catch (refusal) {
            report(refusal);
        }
    }
}

/** The contracts of the server; none for whoever may read this session only. */
async function knownContracts() {
    try {
        return (await api.contracts()).contracts;
    } catch (refusal) {
        if (refusal.status === 403) return [];
        throw refusal;
    }
}
