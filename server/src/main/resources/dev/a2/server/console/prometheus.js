/** Reads the text in which servers tell their metrics. */

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** The families by name: `{help, type, samples: [{name, labels, value}]}`. */
export function parseMetrics(text) {
    const families = new Map();
    const family = name => {
        if (!families.has(name)) families.set(name, {name, help: '', type: 'untyped', samples: []});
        return families.get(name);
    };
    for (const line of text.split('\n')) {
        const [, kind, name, rest] = line.match(/^# (HELP|TYPE) (\S+) ?(.*)$/) ?? [];
        if (kind === 'HELP') family(name).help = rest;
        else if (kind === 'TYPE') family(name).type = rest;
        else addSample(line, families, family);
    }
    return families;
}

function addSample(line, families, family) {
    const [, name, labels = '', value] = line.match(SAMPLE) ?? [];
    if (name === undefined || line.startsWith('#')) return;
    const base = name.replace(/_(bucket|sum|count)$/, '');
    const owner = families.has(name) || !families.has(base) ? name : base;
    const pairs = [...labels.matchAll(LABEL)].map(([, key, text]) => [key, text.replace(/\\n/g, '\n').replace(/\\(.)/g, '$1')]);
    family(owner).samples.push({name, labels: Object.fromEntries(pairs), value: Number(value.replace('Inf', 'Infinity'))});
}

/** The sum of a family's plain samples. */
export function total(family) {
    return family.samples.filter(sample => sample.name === family.name).reduce((sum, sample) => sum + sample.value, 0);
}

/** How many a histogram counted up to each bound, summed over its labels, as `[[bound, count]]` in order. */
export function buckets(family) {
    const counts = new Map();
    for (const {name, labels, value} of family.samples) {
        if (!name.endsWith('_bucket')) continue;
        const bound = Number(labels.le.replace('+Inf', 'Infinity'));
        counts.set(bound, (counts.get(bound) ?? 0) + value);
    }
    return [...counts].sort(([a], [b]) => a - b);
}

/** The value below which a share of what came between two readings of a histogram lies; NaN if nothing came. */
export function quantile(share, before, after) {
    const old = new Map(before);
    const came = after.map(([bound, value]) => [bound, value - (old.get(bound) ?? 0)]);
    const all = came.at(-1)?.[1] ?? 0;
    if (!(all > 0)) return NaN;
    const rank = share * all;
    let [low, below] = [0, 0];
    for (const [bound, value] of came) {
        if (value >= rank) return bound === Infinity ? low : low + (bound - low) * (rank - below) / Math.max(1, value - below);
        [low, below] = [bound, value];
    }
    return low;
}
