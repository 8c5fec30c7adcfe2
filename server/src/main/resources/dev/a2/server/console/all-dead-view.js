/** The dead letters of all sessions. */

import * as api from './api.js';
import {deadLetterCard} from './dead-letter.js';
import {fill, h, setText} from './dom.js';
import {count, visible} from './format.js';
import {emptyState, failureState, loadingState} from './parts.js';
import {address} from './route.js';

const PAGE = 500;
const MOST = 50;

export class AllDeadView {
    constructor() {
        this.stopped = new AbortController();
        this.list = h('div.all-dead');
        this.progress = h('p.muted', {role: 'status'});
        this.more = h('button.plain', {hidden: true, onclick: () => this.read()}, 'Look on');
        this.element = h('div.page', {}, h('header.page-head', {}, h('h1', {}, 'Dead letters'), this.progress), this.list, this.more);
        this.next = '';
        this.sessions = 0;
        fill(this.list, loadingState());
        this.read();
    }

    dispose() {
        this.stopped.abort();
    }

    update() {}

    /** Looks through the sessions until enough with dead letters are shown. */
    async read() {
        this.more.hidden = true;
        const enough = this.sessions + MOST;
        const {signal} = this.stopped;
        try {
            while (this.next !== null && this.sessions < enough) {
                const page = await api.sessions({state: 'dead', from: this.next, limit: PAGE}, signal);
                for (const {sessionId} of page.sessions) await this.add(sessionId);
                this.next = page.next;
                setText(this.progress, `${count(this.sessions, 'session')}${this.next === null ? '' : ', looking on…'}`);
            }
            this.more.hidden = this.next === null;
            if (this.sessions === 0) fill(this.list, emptyState('No dead letters', 'No session has work that gave up.'));
        } catch (error) {
            if (!signal.aborted) fill(this.list, failureState(error));
        }
    }

    async add(session) {
        const section = h('section', {}, h('h2', {}, h('a', {href: address({view: 'session', session, tab: 'dead'})}, visible(session))));
        const list = h('ul.cards.wide');
        section.append(list);
        if (await this.show(session, section, list)) {
            if (this.sessions === 0) fill(this.list);
            this.sessions++;
            this.list.append(section);
        }
    }

    async show(session, section, list) {
        const {deadLetters} = await api.deadLetters(session, this.stopped.signal);
        const again = () => this.show(session, section, list).then(some => some || section.remove(), () => {});
        fill(list, deadLetters.map(letter => deadLetterCard(session, letter, again)));
        return deadLetters.length > 0;
    }
}
