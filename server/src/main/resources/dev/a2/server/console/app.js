/** The console: its frame, its addresses and its keys. */

import * as api from './api.js';
import {AllDeadView} from './all-dead-view.js';
import {showHelp} from './dialog.js';
import {fill, h, icon} from './dom.js';
import {visible} from './format.js';
import {MetricsView} from './metrics-view.js';
import {go, parse} from './route.js';
import {SessionView} from './session-view.js';
import {SessionsView} from './sessions-view.js';
import {signInView} from './sign-in.js';
import {startTicking} from './ticker.js';
import {toastRegion} from './toast.js';

const VIEWS = {sessions: SessionsView, session: SessionView, dead: AllDeadView, metrics: MetricsView};
const NAMES = {sessions: 'Sessions', dead: 'Dead letters', metrics: 'Metrics'};
const CHORD_MS = 1000;

const main = h('main', {id: 'main', tabindex: '-1'});
const links = Object.entries(NAMES).map(([view, text]) => [view, h('a', {href: `#/${view}`}, text)]);
const themeButton = h('button.quiet.square', {onclick: toggleTheme});
const signOut = h('button.quiet.square', {'aria-label': 'Sign out', title: 'Sign out', hidden: true, onclick: leave}, icon('out'));
let route = null;
let view = null;
let chordUntil = 0;

function start() {
    const bar = h('header.bar', {},
            h('a.brand', {href: '#/sessions', 'aria-label': 'A2'}, 'A2'),
            h('nav', {'aria-label': 'Main'}, links.map(([, link]) => link)),
            h('span.spring'),
            h('button.quiet.square.help', {'aria-label': 'Keys', title: 'Keys (?)', onclick: showHelp}, icon('help')), themeButton, signOut);
    fill(document.body, h('a.skip', {href: '#main', onclick: event => {
        event.preventDefault();
        main.focus();
    }}, 'Skip to content'), bar, main, toastRegion());
    api.onUnauthorized(askForToken);
    showTheme();
    window.addEventListener('hashchange', navigate);
    document.addEventListener('keydown', key);
    startTicking();
    navigate();
}

function navigate() {
    const next = parse(location.hash);
    const same = route !== null && view instanceof VIEWS[next.view] && route.view === next.view && route.session === next.session;
    route = next;
    if (same) view.update(route);
    else open(new VIEWS[route.view](route));
    document.title = `${route.view === 'session' ? visible(route.session, 60) : NAMES[route.view]} · A2`;
    for (const [name, link] of links) {
        const current = name === route.view || name === 'sessions' && route.view === 'session';
        if (current) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
    }
}

function open(next) {
    view?.dispose();
    view = next;
    main.dataset.view = route.view;
    signOut.hidden = api.token() === null;
    fill(main, view.element);
}

function askForToken() {
    if (main.dataset.view === 'sign-in') return;
    open(signInView(() => {
        view.dispose();
        view = null;
        route = null;
        navigate();
    }));
    main.dataset.view = 'sign-in';
}

function leave() {
    api.keepToken(null);
    location.reload();
}

function toggleTheme() {
    const {dataset} = document.documentElement;
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
    localStorage.setItem('a2.theme', dataset.theme);
    showTheme();
}

function showTheme() {
    const dark = document.documentElement.dataset.theme === 'dark';
    const name = dark ? 'Light theme' : 'Dark theme';
    themeButton.setAttribute('aria-label', name);
    themeButton.title = `${name} (t)`;
    fill(themeButton, icon(dark ? 'sun' : 'moon'));
}

function key(event) {
    const typing = event.target.closest?.('input, textarea, select, dialog');
    if (typing && !(event.target.type === 'range') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.type === 'range' && event.key.startsWith('Arrow')) return;
    const target = {s: 'sessions', d: 'dead', m: 'metrics'}[event.key];
    if (performance.now() < chordUntil && target !== undefined) go({view: target});
    else if (event.key === '?') showHelp();
    else if (event.key === 't') toggleTheme();
    else if (event.key === 'g') chordUntil = performance.now() + CHORD_MS;
    else if (event.key !== 'Enter' || !event.target.closest?.('a, button, summary')) view?.key?.(event);
}

start();
