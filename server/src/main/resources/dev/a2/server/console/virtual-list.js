/**
 * A list of any length in which only the rows in sight exist. Rows have one height. Scrolling spans the whole list, also
 * where it is taller than a browser can make an element: then the scroll bar is a scale of it.
 */

import {h} from './dom.js';

const TALLEST = 8_000_000;
const OVERSCAN = 8;

export class VirtualList {
    /**
     * `row(at)` builds a row, `version(at)` is any value that differs when the row must be built anew, `painted(first,
     * last, top)` hears what is in sight.
     */
    constructor({label, rowHeight, row, version = () => 0, painted = () => {}, opened = () => {}}) {
        Object.assign(this, {rowHeight, row, version, painted, opened});
        this.count = 0;
        this.active = -1;
        this.shown = new Map();
        this.space = h('div.space');
        this.element = h('div.virtual', {role: 'listbox', tabindex: '0', 'aria-label': label,
            onscroll: () => this.schedule(), onkeydown: event => this.key(event)}, this.space);
        this.resized = new ResizeObserver(() => this.schedule());
        this.resized.observe(this.element);
    }

    dispose() {
        this.resized.disconnect();
    }

    setCount(count) {
        if (count === this.count) return;
        this.count = count;
        this.schedule();
    }

    setRowHeight(height) {
        if (height === this.rowHeight) return;
        const first = this.first();
        this.rowHeight = height;
        this.rebuild();
        this.scrollTo(first, 'start');
    }

    /** Paints at the next frame, however often it is asked for. */
    schedule() {
        if (this.waiting) return;
        this.waiting = true;
        requestAnimationFrame(() => {
            this.waiting = false;
            this.paint();
        });
    }

    rebuild() {
        for (const {element} of this.shown.values()) element.remove();
        this.shown.clear();
        this.schedule();
    }

    get height() {
        return this.count * this.rowHeight;
    }

    /** How many pixels of the list one pixel of scrolling is. */
    get scale() {
        const view = this.element.clientHeight;
        const real = Math.min(this.height, TALLEST);
        return real > view ? (this.height - view) / (real - view) : 1;
    }

    top() {
        return this.element.scrollTop * this.scale;
    }

    first() {
        return Math.min(this.count - 1, Math.floor(this.top() / this.rowHeight));
    }

    last() {
        return Math.min(this.count - 1, Math.ceil((this.top() + this.element.clientHeight) / this.rowHeight) - 1);
    }

    atEnd() {
        return this.top() + this.element.clientHeight >= this.height - this.rowHeight / 2;
    }

    paint() {
        this.reach();
        this.space.style.setProperty('height', `${Math.min(this.height, TALLEST)}px`);
        const from = Math.max(0, this.first() - OVERSCAN);
        const to = Math.min(this.count - 1, this.last() + OVERSCAN);
        const shift = this.element.scrollTop - this.top();
        for (const [at, {element}] of this.shown) {
            if (at >= from && at <= to) continue;
            element.remove();
            this.shown.delete(at);
        }
        for (let at = from; at <= to; at++) this.place(at, shift);
        const current = this.shown.get(this.active)?.element.id;
        if (current) this.element.setAttribute('aria-activedescendant', current);
        else this.element.removeAttribute('aria-activedescendant');
        this.painted(from, to, from * this.rowHeight + shift);
    }

    place(at, shift) {
        const version = this.version(at);
        let entry = this.shown.get(at);
        if (entry === undefined || entry.version !== version) {
            const element = this.row(at);
            element.id = `${this.element.id || 'row'}-${at}`;
            element.setAttribute('aria-posinset', at + 1);
            element.setAttribute('aria-setsize', this.count);
            if (entry === undefined) this.space.append(element);
            else entry.element.replaceWith(element);
            entry = {element, version};
            this.shown.set(at, entry);
        }
        entry.element.classList.toggle('active', at === this.active);
        entry.element.setAttribute('aria-selected', String(at === this.active));
        entry.element.style.setProperty('transform', `translateY(${at * this.rowHeight + shift}px)`);
    }

    /** Brings a row into sight: `nearest`, `start`, `center` or `end`. */
    scrollTo(at, where = 'nearest') {
        this.goal = () => at === undefined ? Infinity : this.placeOf(Math.min(at, this.count - 1), where);
        this.reach();
        this.schedule();
    }

    scrollToEnd() {
        this.scrollTo();
    }

    /** Scrolls to where somebody wished to be, as soon as the list is on the page. */
    reach() {
        if (this.goal === undefined || this.count === 0 || this.element.clientHeight === 0) return;
        this.space.style.setProperty('height', `${Math.min(this.height, TALLEST)}px`);
        this.element.scrollTop = Math.min(this.goal() / this.scale, this.element.scrollHeight);
        this.goal = undefined;
    }

    placeOf(at, where) {
        const view = this.element.clientHeight;
        const top = at * this.rowHeight;
        if (where === 'start') return top;
        if (where === 'center') return top - (view - this.rowHeight) / 2;
        if (where === 'end') return top + this.rowHeight - view;
        return Math.max(top + this.rowHeight - view, Math.min(this.top(), top));
    }

    setActive(at, where = 'nearest') {
        this.active = Math.max(-1, Math.min(this.count - 1, at));
        if (this.active >= 0 && where !== null) this.scrollTo(this.active, where);
        this.schedule();
    }

    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const page = Math.max(1, Math.floor(this.element.clientHeight / this.rowHeight) - 1);
        const start = this.active < 0 ? this.last() : this.active;
        const target = {
            j: start + 1, ArrowDown: start + 1, k: start - 1, ArrowUp: start - 1,
            PageDown: start + page, PageUp: start - page, Home: 0, End: this.count - 1,
        }[event.key];
        if (target !== undefined && this.count > 0) {
            event.preventDefault();
            event.stopPropagation();
            this.setActive(Math.max(0, Math.min(this.count - 1, target)));
            this.moved?.(this.active);
        } else if (event.key === 'Enter' && this.active >= 0) {
            event.preventDefault();
            event.stopPropagation();
            this.opened(this.active);
        }
    }
}
