/** Shows a piece of JSON as a tree that folds. Every key and value is text, digits and key order stay as they were sent. */

import {fill, h} from './dom.js';
import {count, number, visible} from './format.js';
import {level} from './raw-json.js';

const CHUNK = 100;
const FEW = 20;
const SMALL = 1000;
const LONG = 600;
const OPEN_LEVELS = 2;
const NO_DIFFERENCE = {at: () => null, removedAt: () => []};
const WORDS = {'+': 'added', '~': 'changed', '−': 'removed'};

/** The tree of a JSON text, with what changed in it marked if a `difference` is given. */
export function jsonView(text, difference = NO_DIFFERENCE) {
    return h('div.json', {}, node(text, [], difference));
}

function node(text, path, difference) {
    const found = level(text);
    return found.kind === 'object' || found.kind === 'array' ? branch(found, path, difference, text.length) : scalar(found);
}

function branch(found, path, difference, length) {
    const [begin, end] = found.kind === 'object' ? '{}' : '[]';
    const gone = difference.removedAt(path);
    if (found.entries.length + gone.length === 0) return h('span.punctuation', {}, begin + end);
    const size = count(found.entries.length, found.kind === 'object' ? 'member' : 'element');
    const body = h('div.children');
    const summary = h('summary', {}, h('span.punctuation', {}, begin), h('span.size', {}, size), h('span.punctuation', {}, end));
    const details = h('details.branch', {ontoggle: () => details.open && show()}, summary, body);
    const show = () => {
        if (body.childElementCount > 0) return;
        more(body, found.entries, path, difference, 0);
        for (const [key, text] of gone) body.append(entry('−', key, h('span.was', {}, visible(text, LONG))));
    };
    if (opensItself(found, path, difference, length)) {
        details.open = true;
        show();
    }
    return details;
}

/** What changed is open, what is small too; the rest waits for a click. */
function opensItself(found, path, difference, length) {
    const changed = difference.at(path);
    if (path.length === 0 || changed !== null && changed.sign === '·') return true;
    if (difference !== NO_DIFFERENCE) return path.length < OPEN_LEVELS && found.entries.length <= FEW;
    return length <= SMALL || path.length < OPEN_LEVELS && found.entries.length <= CHUNK;
}

/** Adds the next entries; objects of any size are shown a piece at a time. */
function more(body, entries, path, difference, from) {
    const until = Math.min(entries.length, from + CHUNK);
    for (const [key, text] of entries.slice(from, until)) body.append(place(key, text, [...path, key], difference));
    if (until === entries.length) return;
    const button = h('button.link', {onclick: () => {
        button.remove();
        more(body, entries, path, difference, until);
    }}, `${number(entries.length - until)} more`);
    body.append(button);
}

function place(key, text, path, difference) {
    const {sign, was} = difference.at(path) ?? {};
    const before = was === undefined ? null : [h('span.was', {}, visible(was, LONG)), h('span.punctuation', {}, ' → ')];
    return entry(sign === '·' ? undefined : sign, key, before, node(text, path, difference));
}

function entry(sign, key, ...values) {
    const name = typeof key === 'number' ? h('span.at', {}, key) : h('span.key', {}, visible(key, LONG));
    const mark = h('span.sign', sign ? {title: WORDS[sign], 'aria-label': WORDS[sign]} : {}, sign ?? '');
    return h(sign ? `div.entry.${WORDS[sign]}` : 'div.entry', {}, mark, name, h('span.punctuation', {}, ': '), values);
}

function scalar(found) {
    if (found.kind !== 'string') return h(`span.${found.kind}`, {}, visible(found.text, LONG));
    const whole = `"${visible(found.value, Infinity)}"`;
    if (whole.length <= LONG) return h('span.string', {}, whole);
    const button = h('button.link', {onclick: () => fill(span, whole)}, `… ${number(whole.length - LONG)} more characters`);
    const span = h('span.string', {}, whole.slice(0, LONG), button);
    return span;
}
