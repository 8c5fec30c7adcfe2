/**
 * Draws the timeline's tracks: the log's own line, a line for each lane and log as far as it has come, an edge from each
 * event to those it caused, and a ring where a head stands.
 */

import {svg} from './dom.js';
import {lookOf} from './heads.js';
import {arcOffset} from './ticker.js';

/** How far ahead edges are looked for that pass through what is in sight. */
const AHEAD = 150;
const RING = 7;
const RING_NARROW = 5.5;
const NARROW_STEP = 12;

/** The place of a track's line. */
export function trackX(track, step) {
    return 14 + track * step;
}

export function graphWidth(tracks, step) {
    return trackX(tracks, step) + 14;
}

/** Draws what is in sight into `canvas`. The scene: `{from, to, rowHeight, step, rows, log, tracks, cursors, lit}`. */
export function drawGraph(canvas, scene) {
    const drawing = new Drawing(scene);
    canvas.setAttribute('width', graphWidth(scene.tracks.count, scene.step));
    canvas.setAttribute('height', Math.max(0, (scene.to - scene.from + 1) * scene.rowHeight));
    canvas.classList.toggle('selective', scene.lit.size > 0);
    canvas.replaceChildren(...drawing.lines(), ...drawing.edges(), ...drawing.heads(), ...drawing.dots());
}

class Drawing {
    constructor(scene) {
        this.scene = scene;
        this.height = (scene.to - scene.from + 1) * scene.rowHeight;
    }

    x(track) {
        return trackX(track, this.scene.step);
    }

    /** The middle of a row, held close to what is drawn if it lies beyond. */
    y(row) {
        const {from, rowHeight} = this.scene;
        return Math.max(-rowHeight, Math.min(this.height + rowHeight, (row - from + 0.5) * rowHeight));
    }

    yOf(index) {
        return this.y(this.scene.rows.rowOf(index));
    }

    track(event) {
        return event.cause ? this.scene.tracks.of(event.cause.consumer, event.cause.lane) : 0;
    }

    /** Where the dot of an event is. */
    dotOf(index) {
        const event = this.scene.log.get(index);
        return this.x(event === undefined ? 0 : this.track(event));
    }

    lines() {
        const {rows, tracks, cursors} = this.scene;
        if (rows.count === 0) return [];
        const [top, bottom] = [this.y(0), this.y(rows.count - 1)];
        const drawn = [svg('line.spine', {x1: this.x(0), x2: this.x(0), y1: top, y2: bottom})];
        const owners = new Map();
        for (const cursor of cursors.filter(each => each.kind !== 'event')) {
            const track = tracks.of(cursor.consumer, cursor.lane);
            owners.set(track, owners.has(track) ? null : cursor);
        }
        for (const [track, cursor] of owners) {
            if (cursor === null) continue;
            // An idle cursor has nothing before it, wherever it stopped.
            const reached = cursor.head === null ? bottom : Math.min(bottom, this.y(rows.rowAtOrBefore(cursor.head)));
            const x = this.x(track);
            drawn.push(svg(`line.passed.t${track}`, {x1: x, x2: x, y1: top, y2: reached}));
            if (reached < bottom) drawn.push(svg(`line.ahead.t${track}`, {x1: x, x2: x, y1: reached, y2: bottom}));
        }
        return drawn;
    }

    edges() {
        const {from, to, rows, log} = this.scene;
        const drawn = [];
        const seen = rows.indexAt(from);
        for (let row = from; row <= Math.min(rows.count - 1, to + AHEAD); row++) {
            const event = log.get(rows.indexAt(row));
            if (!event?.cause || row > to && event.cause.index > rows.indexAt(to)) continue;
            drawn.push(this.edge(event, seen));
        }
        return drawn;
    }

    edge(event, seen) {
        const {rows, log, rowHeight, lit} = this.scene;
        const cause = log.get(event.cause.index);
        const track = this.track(event);
        const [x, y] = [this.x(track), this.yOf(event.index)];
        const known = rows.has(event.cause.index);
        // Above what is in sight only the straight part of the edge is seen, whatever track the cause is on.
        const start = known && cause !== undefined && event.cause.index >= seen ? this.x(this.track(cause)) : x;
        const startY = known ? this.yOf(event.cause.index) : y - rowHeight / 2;
        const bend = Math.min(startY + rowHeight, y);
        const path = start === x
                ? `M${x} ${startY}V${y}`
                : `M${start} ${startY}C${start} ${startY + (bend - startY) * 0.7} ${x} ${startY + (bend - startY) * 0.3} ${x} ${bend}V${y}`;
        const isLit = lit.has(event.index) && lit.has(event.cause.index);
        return svg(`path.edge.t${track}${isLit ? '.lit' : ''}`, {d: path, 'data-from': event.cause.index, 'data-to': event.index});
    }

    dots() {
        const {from, to, rows, log, lit, step} = this.scene;
        const drawn = [];
        for (let row = from; row <= to; row++) {
            const event = log.get(rows.indexAt(row));
            if (event === undefined) continue;
            const track = this.track(event);
            const isLit = lit.has(event.index) ? '.lit' : '';
            drawn.push(svg(`circle.dot.t${track}${isLit}`, {cx: this.x(track), cy: this.y(row), r: step < NARROW_STEP ? 3.5 : 4}));
        }
        return drawn;
    }

    heads() {
        const {from, to, rows, tracks, cursors} = this.scene;
        const drawn = [];
        for (const cursor of cursors) {
            if (cursor.head === null || !rows.has(cursor.head)) continue;
            const row = rows.rowOf(cursor.head);
            if (row < from || row > to) continue;
            drawn.push(...this.ring(cursor, tracks.of(cursor.consumer, cursor.lane), this.y(row)));
        }
        return drawn;
    }

    ring(cursor, track, y) {
        const look = lookOf(cursor);
        const place = {cx: this.x(track), cy: y, r: this.scene.step < NARROW_STEP ? RING_NARROW : RING};
        const from = this.dotOf(cursor.head);
        const stub = svg(`line.stub.t${track}`, {x1: from, x2: place.cx, y1: y, y2: y});
        const parts = [from === place.cx ? null : stub, svg(`circle.ring.${look}.t${track}`, place)].filter(Boolean);
        if (look === 'claimed') {
            const until = Date.parse(cursor.claimExpiresAt);
            const since = until - cursor.leaseMs;
            parts.push(svg(`circle.arc.t${track}`, {...place, pathLength: 100, 'data-arc-from': since, 'data-arc-until': until,
                transform: `rotate(-90 ${place.cx} ${y})`, style: {'stroke-dashoffset': arcOffset(since, until)}}));
        }
        if (look === 'dead') {
            const [x, reach] = [place.cx, 2.6];
            parts.push(svg('path.cross', {d: `M${x - reach} ${y - reach}L${x + reach} ${y + reach}M${x - reach} ${y + reach}L${x + reach} ${y - reach}`}));
        }
        return parts;
    }
}
