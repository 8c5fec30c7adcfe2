/** The dead letters of a session. */

import * as api from './api.js';
import {deadLetterCard} from './dead-letter.js';
import {fill, h} from './dom.js';
import {emptyState, failureState, loadingState} from './parts.js';

export class DeadView {
    constructor(live) {
        this.live = live;
        this.stopped = new AbortController();
        this.element = h('div.page', {}, loadingState());
        for (const change of ['cursors', 'reset']) live.addEventListener(change, () => this.changed(), {signal: this.stopped.signal});
        this.read();
    }

    dispose() {
        this.stopped.abort();
    }

    update() {}

    /** Asks again only when the cursors say that something died or came back. */
    changed() {
        const dead = this.live.cursors.filter(cursor => cursor.failedAt !== null);
        const seen = JSON.stringify(dead.map(cursor => [cursor.consumer, cursor.lane, cursor.head, cursor.attemptCount]));
        if (seen !== this.seen) this.read();
        this.seen = seen;
    }

    async read() {
        try {
            const {deadLetters} = await api.deadLetters(this.live.session, this.stopped.signal);
            const cards = deadLetters.map(letter => deadLetterCard(this.live.session, letter, () => this.redriven()));
            fill(this.element, cards.length === 0
                    ? emptyState('No dead letters', 'Nothing in this session has given up.')
                    : h('ul.cards.wide', {}, cards));
        } catch (error) {
            if (!this.stopped.signal.aborted) fill(this.element, failureState(error));
        }
    }

    redriven() {
        this.read();
        this.live.readCursorsIn(0);
    }
}
