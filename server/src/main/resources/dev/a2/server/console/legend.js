/** The names of the timeline's tracks, and where the head of each stands: going there is a click. */

import {fill, h} from './dom.js';
import {number} from './format.js';
import {LOOKS, headVersion, lookOf} from './heads.js';

export class Legend {
    constructor({live, tracks, select}) {
        Object.assign(this, {live, tracks, select});
        this.element = h('div.legend', {'aria-label': 'Tracks', role: 'list'});
    }

    show() {
        const busy = this.live.cursors.filter(cursor => cursor.head !== null);
        const seen = `${this.tracks.version} ${busy.map(cursor => `${cursor.head} ${headVersion(cursor)}`).join(' ')}`;
        if (this.seen === seen) return;
        this.seen = seen;
        const heads = Map.groupBy(busy, cursor => this.tracks.of(cursor.consumer, cursor.lane));
        fill(this.element, h('span.who.t0', {role: 'listitem'}, dot(), 'from outside'),
                this.tracks.list().map(({track, labels}) => this.item(track, labels, heads.get(track) ?? [])));
    }

    item(track, labels, heads) {
        const text = labels.length > 2 ? `${labels[0]} and ${labels.length - 1} more` : labels.join(', ');
        const title = labels.join('\n');
        if (heads.length === 0) return h(`span.who.t${track}`, {role: 'listitem', title}, dot(), text);
        const [head] = heads.sort((a, b) => LOOKS.indexOf(lookOf(a)) - LOOKS.indexOf(lookOf(b)) || a.head - b.head);
        const more = heads.length > 1 ? ` +${number(heads.length - 1)}` : '';
        return h('span', {role: 'listitem'}, h(`button.who.t${track}`, {title, onclick: () => this.select(head.head)}, dot(), text,
                h(`span.at.${lookOf(head)}`, {}, h('i.mark', {'aria-hidden': 'true'}), `${lookOf(head)} at #${head.head}${more}`)));
    }
}

function dot() {
    return h('i.dot', {'aria-hidden': 'true'});
}
