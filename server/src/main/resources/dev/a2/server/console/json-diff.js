/** The difference between two pieces of JSON, member by member, element by element. */

import {level} from './raw-json.js';

/**
 * What changed from one text to another, counted, and place by place: `at(path)` is null or `{sign, was}` with sign `+`,
 * `~`, or `·` where something below changed; `removedAt(path)` is what an object or array lost, as `[[key, text]]`.
 */
export function difference(before, after) {
    const found = {marks: new Map(), gone: new Map(), added: 0, changed: 0, removed: 0};
    compare(before, after, [], found);
    return {
        added: found.added,
        changed: found.changed,
        removed: found.removed,
        at: path => found.marks.get(key(path)) ?? null,
        removedAt: path => found.gone.get(key(path)) ?? [],
    };
}

function key(path) {
    return JSON.stringify(path);
}

function mark(found, path, value) {
    found.marks.set(key(path), value);
    for (let length = path.length - 1; length >= 0; length--) {
        const above = key(path.slice(0, length));
        if (found.marks.has(above)) return;
        found.marks.set(above, {sign: '·'});
    }
}

function compare(before, after, path, found) {
    if (before === after) return;
    const [old, now] = [level(before), level(after)];
    const branches = old.kind === now.kind && (old.kind === 'object' || old.kind === 'array');
    if (!branches) {
        // The same text may be written in two ways, with other spaces or escapes.
        if (old.kind === 'string' && now.kind === 'string' && old.value === now.value) return;
        found.changed++;
        mark(found, path, {sign: '~', was: before});
        return;
    }
    const was = new Map(old.entries);
    for (const [name, text] of now.entries) {
        const place = [...path, name];
        if (was.has(name)) {
            compare(was.get(name), text, place, found);
            was.delete(name);
        } else {
            found.added++;
            mark(found, place, {sign: '+'});
        }
    }
    if (was.size > 0) {
        found.removed += was.size;
        found.gone.set(key(path), [...was]);
        mark(found, path, {sign: '·'});
    }
}
