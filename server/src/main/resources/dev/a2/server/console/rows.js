/** Which event stands in which row of the timeline: all of them, or those of one type. */

export class AllRows {
    constructor(log) {
        this.log = log;
    }

    get count() {
        return this.log.frontier === 0 ? 0 : this.log.frontier - this.log.first + 1;
    }

    indexAt(row) {
        return this.log.first + row;
    }

    rowOf(index) {
        return index - this.log.first;
    }

    rowAtOrBefore(index) {
        return this.rowOf(index);
    }

    has(index) {
        return index >= this.log.first && index <= this.log.frontier;
    }
}

/** Rows of one type. The log is read from its end backwards to find them. */
export class TypeRows {
    constructor(log, type) {
        Object.assign(this, {log, type});
        this.indexes = [];
        this.looked = log.frontier + 1;
    }

    get count() {
        return this.indexes.length;
    }

    get done() {
        return this.looked <= this.log.first;
    }

    indexAt(row) {
        return this.indexes[row];
    }

    /** The row of an index; of one that is not shown, the row it would come before. */
    rowOf(index) {
        let [low, high] = [0, this.indexes.length];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.indexes[middle] < index) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    rowAtOrBefore(index) {
        return this.has(index) ? this.rowOf(index) : this.rowOf(index) - 0.5;
    }

    has(index) {
        return this.indexes[this.rowOf(index)] === index;
    }

    /** A new event came in. */
    live(event) {
        if (event.type === this.type && !this.has(event.index)) this.indexes.push(event.index);
    }

    /** Looks through the next older events; answers how many rows they added. */
    async look(read, size) {
        const from = Math.max(this.log.first, this.looked - size);
        const found = [];
        for (let after = from - 1; after < this.looked - 1;) {
            const page = await read({after, limit: this.looked - 1 - after});
            if (page.events.length === 0) break;
            for (const event of page.events) if (event.type === this.type && event.index < this.looked) found.push(event.index);
            after = page.events.at(-1).index;
        }
        this.looked = from;
        this.indexes.unshift(...found);
        return found.length;
    }
}
