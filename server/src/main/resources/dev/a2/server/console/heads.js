/** What a cursor's head is doing, in words and in one of five looks. */

import {now} from './clock.js';
import {h} from './dom.js';
import {consumerName, count, visible} from './format.js';
import {countdown} from './ticker.js';

/** From what needs somebody to what needs nobody. */
export const LOOKS = ['dead', 'lapsed', 'claimed', 'held', 'waiting'];

/** `dead`, `claimed`, `lapsed`, `held` (until a retry or a timer is due) or `waiting`. */
export function lookOf(dispatch) {
    if (dispatch.failedAt !== null) return 'dead';
    if (dispatch.claimExpiresAt === null) return 'waiting';
    const over = Date.parse(dispatch.claimExpiresAt) <= now();
    if (dispatch.claimHolder === null) return over ? 'waiting' : 'held';
    return over ? 'lapsed' : 'claimed';
}

/** What it is doing, as text with a countdown in it. */
export function doing(dispatch) {
    const look = lookOf(dispatch);
    const until = Date.parse(dispatch.claimExpiresAt);
    if (look === 'dead') return `dead after ${count(dispatch.failureCount, 'failure')}`;
    if (look === 'claimed') return ['attempt ', dispatch.attemptCount, ' · ', countdown(until)];
    if (look === 'held') return [dispatch.failureCount > 0 ? 'retries in ' : 'due in ', countdown(until)];
    if (look === 'lapsed') return `attempt ${dispatch.attemptCount} lapsed`;
    return dispatch.attemptCount > 0 ? `waits for attempt ${dispatch.attemptCount + 1}` : 'waiting';
}

/** A small sign for a head: who, and what it is doing. */
export function headChip(cursor, track) {
    const title = cursor.claimHolder === null ? null : `claimed by ${visible(cursor.claimHolder)}`;
    return h(`span.chip.head.${lookOf(cursor)}.t${track}`, {title},
            h('i.mark', {'aria-hidden': 'true'}),
            h('b', {}, consumerName(cursor.consumer, cursor.lane)), ' ', h('span.doing', {}, doing(cursor)));
}

/** A value that differs when a head must be drawn anew. */
export function headVersion(cursor) {
    return [cursor.consumer, cursor.lane, lookOf(cursor), cursor.attemptCount, cursor.failureCount, cursor.claimExpiresAt].join('\u0000');
}
