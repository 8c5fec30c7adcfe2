/** Asks for a token. It is kept in this tab only and travels in a header, never in an address. */

import {keepToken, token} from './api.js';
import {h} from './dom.js';

export function signInView(signedIn) {
    const input = h('input', {type: 'password', id: 'token', autocomplete: 'off', required: true, spellcheck: 'false'});
    const refused = token() !== null;
    const form = h('form.panel', {onsubmit: event => {
        event.preventDefault();
        keepToken(input.value.trim());
        signedIn();
    }},
            h('h1', {}, 'Sign in'),
            h('p', {}, refused ? 'The server does not accept this token: it is unknown or has ended.' : 'This server asks for a token.'),
            h('label', {for: 'token'}, 'Token'), input,
            h('p.muted', {}, 'It is kept until this tab is closed.'),
            h('div.actions', {}, h('button.primary', {type: 'submit'}, 'Sign in')));
    queueMicrotask(() => input.focus());
    return {element: h('div.sign-in', {}, form), dispose() {}};
}
