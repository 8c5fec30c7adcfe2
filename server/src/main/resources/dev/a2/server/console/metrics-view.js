/** What the server does: events a second, how long requests take, and all its figures. */

import * as api from './api.js';
import {fill, h} from './dom.js';
import {number} from './format.js';
import {emptyState, failureState, loadingState} from './parts.js';
import {Plot} from './plot.js';
import {buckets, parseMetrics, quantile, total} from './prometheus.js';

const EVERY_MS = 2000;
/** The second reading comes soon, so that there is something to see. */
const FIRST_MS = 500;
const POINTS = 150;
/** These are always plotted, in this order; others of ours once they have something to tell. */
const FIRST = ['a2_events_appended', 'a2_http_request', 'a2_feeds_open', 'a2_feed_frames'];
const OURS = 'a2_';

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
        this.timer = setTimeout(() => this.read(), this.shown.size === 0 ? FIRST_MS : EVERY_MS);
    }

    take(families, at) {
        if (this.before !== undefined) this.plot(families, at, this.before);
        this.before = {families, at};
        this.showTable([...families.values()]);
        if (this.shown.size === 0) fill(this.plots, h('p.muted', {}, 'Measuring…'));
    }

    plot(families, at, before) {
        const seconds = (at - before.at) / 1000;
        const ours = [...families.values()].filter(({name}) => name.startsWith(OURS));
        for (const family of ours.sort(byImportance)) {
            const old = before.families.get(family.name);
            if (old !== undefined) this.plotOne(family, old, seconds);
        }
    }

    plotOne(family, old, seconds) {
        if (family.type === 'counter') {
            const rate = (total(family) - total(old)) / seconds;
            // A counter that went back was a restart of the server.
            this.add(family, {lines: ['a second'], write: perSecond}, [rate >= 0 ? rate : NaN], rate > 0);
        } else if (family.type === 'gauge' && !family.name.endsWith('_max')) {
            this.add(family, {lines: ['now'], write: number}, [total(family)], total(family) > 0);
        } else if (buckets(family).length > 0) {
            const [was, is] = [buckets(old), buckets(family)];
            const values = [quantile(0.5, was, is), quantile(0.99, was, is)];
            this.add(family, {lines: ['median', '99th percentile'], write: writing(family)}, values, Number.isFinite(values[0]));
        } else if (family.type === 'summary' || family.type === 'histogram') {
            const mean = part(family, old, '_sum') / part(family, old, '_count');
            this.add(family, {lines: ['mean'], write: writing(family)}, [mean], Number.isFinite(mean));
        }
    }

    /** Adds a reading to a plot. One that never had anything to tell is not shown. */
    add(family, options, values, tells) {
        if (!tells && !this.shown.has(family.name) && importance(family) === FIRST.length) return;
        this.of(family, options).add(values);
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

function importance({name}) {
    const place = FIRST.findIndex(first => name.startsWith(first));
    return place < 0 ? FIRST.length : place;
}

function byImportance(a, b) {
    return importance(a) - importance(b);
}

function perSecond(value) {
    return number(Math.round(value * 10) / 10);
}

function writing(family) {
    if (family.name.endsWith('_seconds')) return value => `${Number((value * 1000).toPrecision(2))} ms`;
    return value => number(Number(value.toPrecision(2)));
}

/** How much came to a part of a summary between two readings. */
function part(family, old, suffix) {
    const sum = samples => samples.filter(sample => sample.name === family.name + suffix).reduce((all, sample) => all + sample.value, 0);
    return sum(family.samples) - sum(old.samples);
}

function words({name, help}) {
    const said = help === '' ? name.replace(/^a2_/, '').replace(/_(total|seconds)$/, '').replaceAll('_', ' ') : help.replace(/\.$/, '');
    return said.charAt(0).toUpperCase() + said.slice(1);
}
