/** What the server does: events a second, how long requests take, and all its figures. */

import * as api from './api.js';
import {fill, h} from './dom.js';
import {number} from './format.js';
import {emptyState, failureState, loadingState} from './parts.js';
import {Plot} from './plot.js';
import {buckets, parseMetrics, quantile, total} from './prometheus.js';

const EVERY_MS = 2000;
const POINTS = 150;

export class MetricsView {
    constructor() {
        this.stopped = new AbortController();
        this.plots = h('div.plots');
        this.table = h('div', {}, loadingState());
        this.element = h('div.page.metrics', {}, h('header.page-head', {}, h('h1', {}, 'Metrics'), h('p.muted', {}, 'since this page was opened')), this.plots, this.table);
        this.shown = new Map();
        this.read();
    }

    dispose() {
        this.stopped.abort();
        clearTimeout(this.timer);
    }

    update() {}

    async read() {
        try {
            if (!document.hidden) this.take(parseMetrics(await api.metrics(this.stopped.signal)), performance.now());
        } catch (error) {
            if (this.stopped.signal.aborted || error.status === 401) return;
            fill(this.table, failureState(error));
        }
        this.timer = setTimeout(() => this.read(), EVERY_MS);
    }

    take(families, at) {
        if (this.before !== undefined) this.plot(families, at, this.before);
        this.before = {families, at};
        this.showTable([...families.values()]);
        if (this.shown.size === 0) fill(this.plots, h('p.muted', {}, 'Measuring…'));
    }

    plot(families, at, before) {
        const seconds = (at - before.at) / 1000;
        for (const family of families.values()) {
            const old = before.families.get(family.name);
            if (old === undefined) continue;
            if (family.type === 'counter') {
                const rate = (total(family) - total(old)) / seconds;
                // A counter that went back was a restart of the server.
                this.rate(family).add([rate >= 0 ? rate : NaN]);
            } else if (family.type === 'histogram') {
                const [was, is] = [buckets(old), buckets(family)];
                this.times(family).add([quantile(0.5, was, is), quantile(0.99, was, is)]);
            }
        }
    }

    rate(family) {
        return this.of(family, {lines: ['a second'], write: value => number(Math.round(value * 10) / 10)});
    }

    times(family) {
        const seconds = family.name.endsWith('_seconds');
        const write = seconds ? value => `${Number((value * 1000).toPrecision(2))} ms` : value => number(Number(value.toPrecision(2)));
        return this.of(family, {lines: ['median', '99th percentile'], write});
    }

    of(family, options) {
        if (!this.shown.has(family.name)) {
            const plot = new Plot({title: words(family), length: POINTS, ...options});
            if (this.shown.size === 0) fill(this.plots);
            this.shown.set(family.name, plot);
            this.plots.append(plot.element);
        }
        return this.shown.get(family.name);
    }

    showTable(families) {
        const plain = families.filter(family => family.type !== 'histogram' && family.samples.length > 0);
        if (families.length === 0) {
            fill(this.table, emptyState('No metrics', 'The server tells none.'));
            return;
        }
        const rows = plain.flatMap(family => family.samples.slice(0, 50).map(sample => h('tr', {},
                h('td', {}, h('code', {}, sample.name), Object.entries(sample.labels).map(([key, value]) => h('span.chip', {}, `${key} ${value}`))),
                h('td.value', {}, number(sample.value)))));
        const open = this.table.querySelector('details')?.open ?? false;
        fill(this.table, h('details', {open}, h('summary', {}, 'All figures'), h('table', {}, h('tbody', {}, rows))));
    }
}

function words({name, help}) {
    return help === '' ? name.replace(/^a2_/, '').replace(/_(total|seconds)$/, '').replaceAll('_', ' ') : help.replace(/\.$/, '');
}
