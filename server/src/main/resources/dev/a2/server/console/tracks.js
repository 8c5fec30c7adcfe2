/**
 * Which track of the timeline belongs to whom. A consumer's lane gets a track of its own as long as there is room, then
 * lanes of one consumer share one, then the last track is for all others. A track once given stays.
 */

import {consumerName, visible} from './format.js';

export const ROOM = 7;

const BY_LANE = 0;
const BY_CONSUMER = 1;

export class Tracks {
    constructor() {
        this.clear();
    }

    clear() {
        this.lanes = new Map();
        this.mode = BY_LANE;
        this.names = new Map();
        this.version = 0;
    }

    /** The track of a consumer's lane, from 1; track 0 is the log itself. */
    of(consumer, lane) {
        const id = JSON.stringify([consumer, lane ?? '']);
        if (!this.lanes.has(id)) this.add(id, consumer, lane);
        return this.names.get(this.nameOf(consumer, lane)).track;
    }

    add(id, consumer, lane) {
        this.lanes.set(id, [consumer, lane]);
        if (this.mode === BY_LANE && this.lanes.size > ROOM) {
            this.mode = BY_CONSUMER;
            this.names.clear();
            for (const [each, its] of this.lanes.values()) this.give(each, its);
        } else {
            this.give(consumer, lane);
        }
        this.version++;
    }

    give(consumer, lane) {
        const name = this.nameOf(consumer, lane);
        const track = Math.min(ROOM, this.names.size + 1);
        if (!this.names.has(name)) this.names.set(name, {track, label: this.label(consumer, lane)});
    }

    nameOf(consumer, lane) {
        return this.mode === BY_LANE ? JSON.stringify([consumer, lane ?? '']) : consumer;
    }

    label(consumer, lane) {
        return this.mode === BY_LANE ? consumerName(consumer, lane) : visible(consumer);
    }

    /** The tracks in use with what they are called. */
    list() {
        const tracks = [];
        for (const {track, label} of this.names.values()) {
            if (tracks[track] === undefined) tracks[track] = {track, labels: []};
            tracks[track].labels.push(label);
        }
        return tracks.filter(track => track !== undefined);
    }

    get count() {
        return Math.min(ROOM, this.names.size);
    }
}
