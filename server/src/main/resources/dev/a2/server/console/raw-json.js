/**
 * Reads JSON without changing it. `JSON.parse` rounds large numbers, turns 1.10 into 1.1 and drops repeated keys, so
 * what events hold is kept as the text it came in and only taken apart to be shown.
 */

/** A piece of JSON as text. */
export class RawJson {
    constructor(text) {
        this.text = text;
    }
}

/** An answer as plain values, in which the members with these names stay text, as `RawJson`. */
export function parseAround(text, ...names) {
    const reader = new Reader(text);
    const value = reader.plain(new Set(names));
    reader.end();
    return value;
}

/**
 * What a piece of JSON consists of, one level deep: `{kind: 'object' | 'array', entries: [[key, text]]}` or
 * `{kind: 'string' | 'number' | 'word', text}`.
 */
export function level(text) {
    const reader = new Reader(text);
    const found = reader.level();
    reader.end();
    return found;
}

class Reader {
    constructor(text) {
        this.text = text;
        this.at = 0;
    }

    end() {
        this.space();
        if (this.at !== this.text.length) this.fail();
    }

    plain(raw) {
        const first = this.peek();
        if (first === '{') {
            const object = {};
            this.members((key, name) => {
                const value = raw.has(name) ? new RawJson(this.skip()) : this.plain(raw);
                Object.defineProperty(object, name, {value, enumerable: true, configurable: true, writable: true});
            });
            return object;
        }
        if (first === '[') {
            const array = [];
            this.elements(() => array.push(this.plain(raw)));
            return array;
        }
        return JSON.parse(this.skip());
    }

    level() {
        const first = this.peek();
        const entries = [];
        if (first === '{') {
            this.members((key, name) => entries.push([name, this.skip()]));
            return {kind: 'object', entries};
        }
        if (first === '[') {
            this.elements(() => entries.push([entries.length, this.skip()]));
            return {kind: 'array', entries};
        }
        const text = this.skip();
        if (first === '"') return {kind: 'string', text, value: JSON.parse(text)};
        return {kind: /^[tfn]/.test(text) ? 'word' : 'number', text};
    }

    members(each) {
        this.list('}', () => {
            const key = this.string();
            this.expect(':');
            each(key, JSON.parse(key));
        });
    }

    elements(each) {
        this.list(']', each);
    }

    list(close, each) {
        this.at++;
        if (this.peek() === close) {
            this.at++;
            return;
        }
        for (;;) {
            each();
            const next = this.peek();
            this.at++;
            if (next === close) return;
            if (next !== ',') this.fail();
        }
    }

    /** Passes over one value of any depth, without recursion, and returns its text. */
    skip() {
        const first = this.peek();
        const start = this.at;
        if (first === '"') return this.string();
        if (first !== '{' && first !== '[') {
            SCALAR.lastIndex = this.at;
            if (!SCALAR.test(this.text)) this.fail();
            this.at = SCALAR.lastIndex;
            return this.text.slice(start, this.at);
        }
        let depth = 0;
        do {
            STRUCTURE.lastIndex = this.at;
            const found = STRUCTURE.exec(this.text);
            if (found === null) this.fail();
            this.at = found.index;
            if (found[0] === '"') {
                this.string();
            } else {
                depth += found[0] === '{' || found[0] === '[' ? 1 : -1;
                this.at++;
            }
        } while (depth > 0);
        return this.text.slice(start, this.at);
    }

    string() {
        this.space();
        const start = this.at;
        if (this.text[start] !== '"') this.fail();
        for (let at = this.text.indexOf('"', start + 1); at >= 0; at = this.text.indexOf('"', at + 1)) {
            if (!this.escaped(at)) {
                this.at = at + 1;
                return this.text.slice(start, this.at);
            }
        }
        return this.fail();
    }

    escaped(at) {
        let backslashes = 0;
        while (this.text[at - 1 - backslashes] === '\\') backslashes++;
        return backslashes % 2 === 1;
    }

    expect(character) {
        if (this.peek() !== character) this.fail();
        this.at++;
    }

    peek() {
        this.space();
        return this.text[this.at];
    }

    space() {
        SPACE.lastIndex = this.at;
        SPACE.test(this.text);
        this.at = SPACE.lastIndex;
    }

    fail() {
        throw new SyntaxError(`Not JSON at character ${this.at}`);
    }
}

const SPACE = /[ \t\r\n]*/y;
const SCALAR = /true|false|null|-?[0-9][0-9.eE+-]*/y;
const STRUCTURE = /["{}[\]]/g;
