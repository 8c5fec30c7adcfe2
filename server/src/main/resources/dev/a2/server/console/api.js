/** Everything the console asks of the server, by the browser client. Payloads, states and presence values stay text. */

import {connect} from '../client/a2.js';
import {hear} from './clock.js';
import {hash} from './format.js';
import {parseAround} from './raw-json.js';

const TOKEN = 'a2.token';
const ROOT = new URL('..', location.href).href;

let unauthorized = () => {};
let client = open();

/** Says what happens when the server wants a token. */
export function onUnauthorized(action) {
    unauthorized = action;
}

/** The token lives as long as its tab. */
export function token() {
    return sessionStorage.getItem(TOKEN);
}

export function keepToken(value) {
    if (value === null) sessionStorage.removeItem(TOKEN);
    else sessionStorage.setItem(TOKEN, value);
    client.close();
    client = open();
}

function open() {
    // Tabs share a stream only if they hold the same token.
    const scope = token() === null ? '' : String(hash(token()));
    return connect({url: ROOT, token: token() ?? undefined, scope, json: {parse, stringify: JSON.stringify}});
}

function parse(text) {
    const answer = parseAround(text, 'payload', 'state', 'value');
    if (typeof answer?.now === 'string') hear(answer.now);
    return answer;
}

export const sessions = (query, signal) => asked(client.sessions({...query, signal}));
export const contracts = signal => asked(client.contracts({signal}));
export const summary = (session, signal) => asked(client.session(session).summary({signal}));
export const events = (session, query, signal) => asked(client.session(session).history({...query, signal}));
export const state = (session, reducer, at, signal) => asked(client.session(session).state(reducer, {at, signal}));
export const cursors = (session, signal) => asked(client.session(session).cursors({signal}));
export const deadLetters = (session, signal) => asked(client.session(session).deadLetters({signal}));
export const redrive = (session, consumer, index, action) => asked(client.session(session).redrive(consumer, index, action));
export const clear = (session, ifLastIndex) => asked(client.session(session).clear({ifLastIndex}));

/** A session's events after an index as they come, with presence. */
export function follow(session, after, on) {
    return client.session(session).follow({after, on: {...on, error: error => {
        if (error.status === 401) unauthorized();
        else on.error(error);
    }}});
}

/** The metrics as text. */
export async function metrics(signal) {
    const headers = token() === null ? {} : {Authorization: `Bearer ${token()}`};
    const response = await fetch(`${ROOT}metrics`, {headers, signal, cache: 'no-store', credentials: 'omit'});
    if (response.status === 401) unauthorized();
    if (!response.ok) throw Object.assign(new Error('The server tells no metrics.'), {status: response.status});
    return response.text();
}

async function asked(promise) {
    const used = token();
    try {
        return await promise;
    } catch (error) {
        // A late refusal of the token before this one says nothing about this one.
        if (error.status === 401 && used === token()) unauthorized();
        throw error;
    }
}
