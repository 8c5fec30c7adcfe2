/** Questions before something that cannot be taken back, and the list of keys. */

import {h} from './dom.js';
import {visible} from './format.js';

/**
 * Asks; answers true if it was confirmed. With `typed` the words must be typed first.
 */
export function confirmed({title, text, action, typed = null}) {
    return new Promise(resolve => {
        const button = h('button.danger', {type: 'submit', disabled: typed !== null}, action);
        const input = typed === null ? null : h('input', {autocomplete: 'off', spellcheck: 'false', 'aria-label': 'Confirmation',
            oninput: () => (button.disabled = input.value !== typed)});
        const form = h('form', {onsubmit: event => {
            event.preventDefault();
            dialog.close('yes');
        }}, h('h2', {}, title), h('p', {}, text),
                input && h('label', {}, 'Type ', h('code', {}, visible(typed)), ' to confirm', input),
                h('div.actions', {}, h('button', {type: 'button', onclick: () => dialog.close()}, 'Cancel'), button));
        const dialog = open(form, () => resolve(dialog.returnValue === 'yes'));
        (input ?? button).focus();
    });
}

const KEYS = [
    ['?', 'this list'], ['/', 'search'], ['g s', 'sessions'], ['g d', 'dead letters'], ['g m', 'metrics'],
    ['j  k', 'next, previous'], ['Enter', 'open'], ['Esc', 'close'], ['1 … 5', 'the views of a session'],
    ['f', 'follow the newest event'], ['c', 'go to the cause'], ['←  →', 'a step of the state back, forward'], ['t', 'light, dark'],
];

export function showHelp() {
    const rows = KEYS.map(([keys, text]) => [h('dt', {}, keys.split('  ').map(key => h('kbd', {}, key))), h('dd', {}, text)]);
    const dialog = open(h('div', {}, h('h2', {}, 'Keys'), h('dl.keys', {}, rows),
            h('div.actions', {}, h('button', {autofocus: true, onclick: () => dialog.close()}, 'Close'))));
}

function open(content, closed = () => {}) {
    const dialog = h('dialog', {onclose: () => {
        closed();
        dialog.remove();
    }, onclick: event => event.target === dialog && dialog.close()}, content);
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
}
