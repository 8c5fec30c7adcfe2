/** Texts that change with time: what counts down and what grows older. One timer moves them all. */

import {now} from './clock.js';
import {setText, h} from './dom.js';
import {ago, fullTime, remaining} from './format.js';

const ARC = 100;

/** A countdown to a time, with words before and after it. */
export function countdown(ms, before = '', after = '') {
    return h('span.countdown', {'data-until': ms, 'data-before': before, 'data-after': after},
            before + remaining(ms - now()) + after);
}

/** How long ago a time was. */
export function since(ms) {
    return h('time', {'data-since': ms, datetime: new Date(ms).toISOString(), title: fullTime(ms)}, ago(now() - ms));
}

/** How much of an arc is left between two times, as the offset of its dashes; the arc's length is 100. */
export function arcOffset(from, until) {
    const whole = Math.max(1, until - from);
    return ARC * (1 - Math.min(1, Math.max(0, (until - now()) / whole)));
}

/** Moves everything on, once a second. */
export function startTicking() {
    setInterval(tick, 1000);
}

function tick() {
    if (document.hidden) return;
    for (const element of document.querySelectorAll('[data-until], [data-since], [data-arc-until]')) {
        const {until, before, after, since: time, arcFrom, arcUntil} = element.dataset;
        if (until !== undefined) setText(element, before + remaining(until - now()) + after);
        else if (time !== undefined) setText(element, ago(now() - time));
        else element.style.setProperty('stroke-dashoffset', arcOffset(Number(arcFrom), Number(arcUntil)));
    }
}
