/** Small pieces that several views are made of. */

import {h, icon} from './dom.js';
import {visible} from './format.js';
import {isUnreachable, reason, toast} from './toast.js';

/** A button that puts a text on the clipboard. */
export function copyButton(text, what) {
    return h('button.quiet.square.copy', {title: `Copy ${what}`, 'aria-label': `Copy ${what}`, onclick: async event => {
        event.stopPropagation();
        await navigator.clipboard.writeText(text).then(
                () => toast(`Copied ${what}.`), () => toast('The browser does not allow copying here.', 'error'));
    }}, icon('copy'));
}

/** A type, its last word louder than what it belongs to. */
export function typeName(type) {
    const shown = visible(type, 120);
    const dot = shown.lastIndexOf('.');
    return h('span.type', {title: visible(type)}, dot <= 0 ? null : h('span.space-of', {}, shown.slice(0, dot + 1)), shown.slice(dot + 1));
}

/** What is shown where there is nothing. */
export function emptyState(title, text) {
    return h('div.empty', {}, h('p.title', {}, title), text && h('p', {}, text));
}

export function loadingState(text = 'Loading…') {
    return h('div.empty.loading', {}, h('p', {}, text));
}

/** The words for an answer that did not come. */
export function failureState(error) {
    return isUnreachable(error) ? emptyState('The server cannot be reached', 'Trying again…') : emptyState('The server refused this', reason(error));
}
