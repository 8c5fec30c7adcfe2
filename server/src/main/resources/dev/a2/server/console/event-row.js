/** An event as a row of the timeline. */

import {now} from './clock.js';
import {h} from './dom.js';
import {clockTime, consumerName, fullTime, preview} from './format.js';
import {headChip} from './heads.js';
import {typeName} from './parts.js';
import {CLEAR_TYPE} from './session-live.js';

/** The row of an index; of one that is not known yet, its place. */
export function eventRow(index, event, {heads, tracks, select}) {
    const attributes = {role: 'option', 'data-index': index, onclick: select};
    if (event === undefined) return h('div.event.unknown', attributes, h('span.index', {}, index), h('span.shimmer'));
    const isMarker = event.type === CLEAR_TYPE;
    const created = Date.parse(event.createdAt);
    return h(isMarker ? 'div.event.marker' : 'div.event', attributes,
            h('span.index', {}, index), typeName(event.type), by(event.cause),
            h('span.preview', {}, isMarker ? 'a new lifetime begins here' : preview(event.payload.text)),
            h('span.heads', {}, heads.map(cursor => headChip(cursor, tracks.of(cursor.consumer, cursor.lane)))),
            h('time.at', {title: fullTime(created)}, clockTime(created, now())));
}

function by(cause) {
    if (!cause) return h('span.by');
    return h('span.by', {title: `made by ${consumerName(cause.consumer, cause.lane)} from #${cause.index}`}, `↳ #${cause.index}`);
}
