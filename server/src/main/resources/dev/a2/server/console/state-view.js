/** Travel in time: the state of a reducer at any index, with what the event there changed. */

import * as api from './api.js';
import {fill, h, icon, setText} from './dom.js';
import {clockTime, count, number, visible} from './format.js';
import {now} from './clock.js';
import {difference} from './json-diff.js';
import {jsonView} from './json-view.js';
import {copyButton, emptyState, failureState, loadingState, typeName} from './parts.js';
import {address, go} from './route.js';

const PAUSE_MS = 90;
const KEPT = 64;

export class StateView {
    constructor(live, route, contracts) {
        this.live = live;
        this.reducers = [...new Set(contracts.flatMap(contract => contract.reducers))];
        this.known = new Map();
        this.stopped = new AbortController();
        this.element = h('div.page.state');
        if (this.reducers.length === 0) {
            fill(this.element, emptyState('No reducers', 'The server runs no contract that folds states.'));
            return;
        }
        this.build();
        const {signal} = this.stopped;
        live.addEventListener('log', () => this.grew(), {signal});
        live.addEventListener('reset', () => this.reset(), {signal});
        this.update(route);
    }

    build() {
        this.select = h('select', {'aria-label': 'Reducer', onchange: () => this.address({reducer: this.select.value})},
                this.reducers.map(name => h('option', {value: name}, visible(name))));
        this.slider = h('input.slider', {type: 'range', 'aria-label': 'Index', step: '1', oninput: () => this.moveTo(Number(this.slider.value))});
        this.at = h('output.at');
        this.latest = h('button.toggle', {title: 'Stay at the newest event', onclick: () => this.address({index: null})}, 'Latest');
        this.step = h('div.step', {'aria-live': 'off'});
        this.tree = h('div.tree', {tabindex: '0', 'aria-label': 'State'}, loadingState());
        fill(this.element,
                h('div.toolbar', {}, this.select,
                        h('div.travel', {},
                                h('button.quiet.square', {'aria-label': 'A step back', title: 'A step back (←)', onclick: () => this.move(-1)}, icon('back')),
                                this.slider,
                                h('button.quiet.square', {'aria-label': 'A step forward', title: 'A step forward (→)', onclick: () => this.move(1)}, icon('forward'))),
                        this.at, this.latest),
                this.step, this.tree);
    }

    dispose() {
        this.stopped.abort();
        this.asking?.abort();
        clearTimeout(this.soon);
        clearTimeout(this.telling);
    }

    get first() {
        return this.live.clearIndex;
    }

    update(route) {
        this.route = route;
        if (this.reducers.length === 0) return;
        const reducer = this.reducers.includes(route.query.reducer) ? route.query.reducer : this.reducers[0];
        const asked = route.query.index === undefined ? this.live.frontier : Number(route.query.index);
        this.following = route.query.index === undefined;
        const index = Math.max(this.first, Math.min(this.live.frontier, Number.isInteger(asked) ? asked : this.live.frontier));
        if (reducer === this.reducer && index === this.index) {
            this.showPlace();
            return;
        }
        this.reducer = reducer;
        this.select.value = reducer;
        this.goTo(index);
    }

    key(event) {
        if (this.reducers.length === 0) return;
        if (event.key === 'ArrowLeft') this.move(-1);
        else if (event.key === 'ArrowRight') this.move(1);
    }

    move(steps) {
        this.moveTo(Math.max(this.first, Math.min(this.live.frontier, this.index + steps)));
    }

    moveTo(index) {
        this.following = false;
        this.goTo(index);
        // The address follows at rest: browsers limit how often it may change.
        clearTimeout(this.telling);
        this.telling = setTimeout(() => this.address({index: this.index}), 300);
    }

    address(query) {
        clearTimeout(this.telling);
        go({...this.route, query: {...this.route.query, ...query}}, {replace: true});
    }

    grew() {
        if (this.following) this.goTo(this.live.frontier);
        else this.showPlace();
    }

    reset() {
        this.known.clear();
        this.goTo(this.live.frontier);
    }

    goTo(index) {
        this.index = index;
        this.showPlace();
        this.soon ??= setTimeout(() => {
            this.soon = undefined;
            this.read();
        }, PAUSE_MS);
    }

    showPlace() {
        const {frontier} = this.live;
        this.slider.min = this.first;
        this.slider.max = frontier;
        this.slider.value = this.index;
        const share = frontier === this.first ? 1 : (this.index - this.first) / (frontier - this.first);
        this.slider.style.setProperty('--share', `${share * 100}%`);
        this.slider.setAttribute('aria-valuetext', `index ${this.index} of ${frontier}`);
        setText(this.at, `${number(this.index)} / ${number(frontier)}`);
        this.latest.setAttribute('aria-pressed', String(this.following));
    }

    async read() {
        this.asking?.abort();
        this.asking = new AbortController();
        const {signal} = this.asking;
        const {index, reducer} = this;
        try {
            const [state, before, event] = await Promise.all([
                this.stateAt(reducer, index, signal),
                index > this.first ? this.stateAt(reducer, index - 1, signal) : null,
                index > 0 ? api.events(this.live.session, {after: index - 1, limit: 1}, signal).then(page => page.events[0]) : undefined,
            ]);
            if (!signal.aborted) this.show(state, before, event?.index === index ? event : undefined);
        } catch (error) {
            if (!signal.aborted) fill(this.tree, failureState(error));
        }
    }

    async stateAt(reducer, index, signal) {
        const key = JSON.stringify([reducer, index]);
        if (!this.known.has(key)) {
            const {state} = await api.state(this.live.session, reducer, index, signal);
            this.known.set(key, state.text);
            if (this.known.size > KEPT) this.known.delete(this.known.keys().next().value);
        }
        return this.known.get(key);
    }

    show(state, before, event) {
        const changes = before === null ? null : difference(before, state);
        fill(this.step, this.stepLine(event, changes));
        fill(this.tree, copyButton(state, 'the state'), jsonView(state, changes ?? undefined));
    }

    stepLine(event, changes) {
        if (event === undefined) return h('span.muted', {}, 'Before the first event');
        return [
            h('a.event-link', {href: address({...this.route, tab: 'timeline', query: {index: event.index}})}, `#${event.index} `, typeName(event.type)),
            h('span.muted', {}, clockTime(Date.parse(event.createdAt), now())),
            h('span.spring'),
            changes === null ? h('span.muted', {}, 'the lifetime begins here') : this.tally(changes),
        ];
    }

    tally({added, changed, removed}) {
        if (added + changed + removed === 0) return h('span.muted', {}, 'changed nothing');
        return [[added, 'added', '+'], [changed, 'changed', '~'], [removed, 'removed', '−']]
                .filter(([size]) => size > 0)
                .map(([size, word, sign]) => h(`span.tally.${word}`, {'aria-label': count(size, word, word)}, `${sign}${number(size)}`));
    }
}
