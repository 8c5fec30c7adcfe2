/** Short messages at the edge of the window, read out once. */

import {h} from './dom.js';

const SHOWN_MS = 6000;
const region = h('div.toasts', {role: 'status', 'aria-live': 'polite'});

export function toastRegion() {
    return region;
}

export function toast(text, kind = 'note') {
    const element = h(`div.toast.${kind}`, {}, text);
    region.append(element);
    setTimeout(() => element.remove(), SHOWN_MS);
}

/** Shows what went wrong, unless the request was given up or the sign-in panel is already asking. */
export function report(error) {
    if (error.name === 'AbortError' || error.status === 401) return;
    toast(isUnreachable(error) ? 'The server cannot be reached.' : reason(error), 'error');
}

/** Whether no answer came at all. */
export function isUnreachable(error) {
    return error.code === 'NETWORK' || error.code === 'TIMEOUT' || error instanceof TypeError;
}

/** The server's words for a refusal. */
export function reason(error) {
    return error.detail || error.message;
}
