/** A small plot of one or two lines over the last minutes. */

import {fill, h, svg} from './dom.js';

const WIDTH = 600;
const HEIGHT = 120;
/** A young plot is not drawn as if it had minutes behind it. */
const FEWEST = 15;

export class Plot {
    /** `write(value)` says a value with its unit; `lines` names what is drawn, the first one filled. */
    constructor({title, write, lines, length}) {
        Object.assign(this, {title, write, lines, length});
        this.values = [];
        this.figures = h('dl.figures');
        this.canvas = svg('svg.plot', {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true'});
        this.top = h('span.top');
        this.element = h('figure.card.plot-card', {'aria-label': title}, h('figcaption', {}, h('h2', {}, title), this.figures), h('div.plot-area', {}, this.canvas, this.top));
    }

    add(values) {
        this.values.push(values);
        if (this.values.length > this.length) this.values.shift();
        this.draw();
    }

    draw() {
        const top = nice(Math.max(0, ...this.values.flat().filter(Number.isFinite)));
        const latest = this.values.at(-1) ?? [];
        fill(this.figures, this.lines.map((name, line) => h('div', {}, h(`dt.line-${line}`, {}, name), h('dd', {}, Number.isFinite(latest[line]) ? this.write(latest[line]) : '–'))));
        fill(this.top, top > 0 ? this.write(top) : '');
        const grid = [0.5, 1].map(share => svg('line.grid', {x1: 0, x2: WIDTH, y1: HEIGHT * (1 - share) + 0.5, y2: HEIGHT * (1 - share) + 0.5}));
        this.canvas.replaceChildren(...grid, ...this.lines.flatMap((name, line) => this.path(line, top)).reverse());
    }

    path(line, top) {
        const span = Math.max(FEWEST, this.values.length) - 1;
        const points = this.values.map((values, at) => [WIDTH - (this.values.length - 1 - at) * WIDTH / span, values[line]])
                .filter(([, value]) => Number.isFinite(value))
                .map(([x, value]) => `${x.toFixed(1)} ${(HEIGHT - (top === 0 ? 0 : value / top) * (HEIGHT - 6) - 1).toFixed(1)}`);
        if (points.length < 2) return [];
        const drawn = [svg(`path.line-${line}`, {d: `M${points.join('L')}`})];
        if (line === 0) drawn.push(svg('path.area', {d: `M${points[0].split(' ')[0]} ${HEIGHT}L${points.join('L')}L${WIDTH} ${HEIGHT}Z`}));
        return drawn;
    }
}

/** The next round number above. */
function nice(value) {
    if (value === 0) return 0;
    const power = 10 ** Math.floor(Math.log10(value));
    return [1, 2, 2.5, 5, 10].find(step => step * power >= value) * power;
}
