/** A dead letter: what failed, how often, why, and the two ways on. */

import * as api from './api.js';
import {confirmed} from './dialog.js';
import {h, icon} from './dom.js';
import {consumerName, lines, visible} from './format.js';
import {jsonView} from './json-view.js';
import {copyButton, typeName} from './parts.js';
import {address} from './route.js';
import {since} from './ticker.js';
import {report, toast} from './toast.js';

/** The card of a dead letter of a session; `done()` hears that it was redriven. */
export function deadLetterCard(session, letter, done) {
    const {consumer, lane, event} = letter;
    const name = consumerName(consumer, lane);
    const act = async (action, button) => {
        const title = `Skip #${event.index}?`;
        const text = `${name} will never handle this event; what waits behind it goes on.`;
        if (action === 'skip' && !await confirmed({title, text, action: 'Skip it'})) return;
        button.disabled = true;
        try {
            await api.redrive(session, consumer, event.index, action);
            toast(action === 'retry' ? `${name} tries #${event.index} again.` : `${name} skipped #${event.index}.`);
            done();
        } catch (refusal) {
            report(refusal);
            button.disabled = false;
        }
    };
    const button = (action, kind, text) => h(`button.${kind}`, {'data-action': action, onclick: click => act(action, click.currentTarget)}, icon(action), text);
    return h('li.card.dead-letter', {},
            h('header', {}, h('span.look.dead', {}, h('i.mark', {'aria-hidden': 'true'}), 'dead'), h('b', {}, name),
                    h('a.event-link', {href: address({view: 'session', session, tab: 'timeline', query: {index: event.index}})}, `#${event.index} `, typeName(event.type)),
                    h('span.spring'), button('retry', 'primary', 'Retry'), button('skip', 'plain', 'Skip…')),
            h('p.muted', {}, `${letter.failureCount} failures in ${letter.attemptCount} attempts · dead since `, since(Date.parse(letter.failedAt))),
            error(letter),
            h('details.payload', {}, h('summary', {}, 'Payload'), jsonView(event.payload.text)));
}

function error(letter) {
    if (letter.lastError === null) return h('p.muted', {}, 'Its claims lapsed: no error was recorded.');
    return h('div.error-box', {}, copyButton(letter.lastError, 'the error'), h('pre.error', {tabindex: '0', 'aria-label': `Error of ${visible(letter.consumer)}`}, lines(letter.lastError)));
}
