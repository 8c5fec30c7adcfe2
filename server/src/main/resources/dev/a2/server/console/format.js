/** How values are written for people. */

const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;
const NUMBER = new Intl.NumberFormat('en-US');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * A name as it can be seen: control characters, and those that turn the direction of text, are shown as what they are,
 * so that no name can pass for another.
 */
export function visible(text, limit = 400) {
    const shown = text.length > limit ? `${text.slice(0, limit)}…` : text;
    return shown.replace(HIDDEN, character => `⟨U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`);
}

/** A text of several lines, such as a stack trace, that keeps its lines. */
export function lines(text) {
    return text.split(/\r\n|\r|\n/).map(line => visible(line.replaceAll('\t', '    '), Infinity)).join('\n');
}

/** A payload on one line. */
export function preview(json, limit = 240) {
    return visible(json.slice(0, limit * 2).replace(/\s+/g, ' '), limit);
}

export function number(value) {
    return NUMBER.format(value);
}

export function count(value, one, many = `${one}s`) {
    return `${number(value)} ${value === 1 ? one : many}`;
}

/** How long something lasts, in its one or two largest units. */
export function duration(ms) {
    if (ms < SECOND) return `${Math.max(0, Math.round(ms))} ms`;
    if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
    if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ${Math.floor((ms % MINUTE) / SECOND)} s`;
    if (ms < DAY) return `${Math.floor(ms / HOUR)} h ${Math.floor((ms % HOUR) / MINUTE)} min`;
    return `${Math.floor(ms / DAY)} d ${Math.floor((ms % DAY) / HOUR)} h`;
}

/** How long ago something was, in one unit. */
export function ago(ms) {
    if (ms < 5 * SECOND) return 'just now';
    if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s ago`;
    if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ago`;
    if (ms < DAY) return `${Math.floor(ms / HOUR)} h ago`;
    return `${Math.floor(ms / DAY)} d ago`;
}

/** What a clock counts down to zero. */
export function remaining(ms) {
    if (ms <= 0) return '0 s';
    if (ms < MINUTE) return `${Math.ceil(ms / SECOND)} s`;
    return duration(ms);
}

/** A time of day, with the date in front unless it is today. */
export function clockTime(ms, now) {
    const time = new Date(ms);
    const text = `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
    if (time.toDateString() === new Date(now).toDateString()) return text;
    return `${time.toLocaleDateString('en-GB', {day: 'numeric', month: 'short'})} ${text}`;
}

export function fullTime(ms) {
    return new Date(ms).toISOString().replace('T', ' ').replace('Z', ' UTC');
}

function two(value) {
    return String(value).padStart(2, '0');
}

/** The letters that stand for a participant: the first of its first two words. */
export function initials(name) {
    const words = visible(name).split(/[\s._@/-]+/).filter(word => word !== '');
    const letters = words.slice(0, 2).map(word => [...word][0]);
    return letters.join('').toUpperCase() || '·';
}

/** A number that is always the same for a text. */
export function hash(text) {
    let value = 7;
    for (const character of text) value = (value * 31 + character.codePointAt(0)) >>> 0;
    return value;
}

/** A consumer with its lane, as people say it. */
export function consumerName(consumer, lane) {
    return lane === null || lane === undefined || lane === '' ? visible(consumer) : `${visible(consumer)} / ${visible(lane)}`;
}
