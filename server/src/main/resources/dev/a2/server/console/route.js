/** Addresses: everything stands behind the `#`, so that no name ever reaches a server's log. */

export const TABS = ['timeline', 'state', 'work', 'dead', 'presence'];

/** What an address says: `{view, session, tab, query}`. */
export function parse(hash) {
    const [path, search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
    const query = Object.fromEntries(new URLSearchParams(search));
    const [view, name, tab] = path.split('/');
    if (view === 'session' && name) {
        return {view, session: decode(name), tab: TABS.includes(tab) ? tab : TABS[0], query};
    }
    return {view: ['dead', 'metrics'].includes(view) ? view : 'sessions', query};
}

/** The address of a view. */
export function address({view, session, tab, query = {}}) {
    const known = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== '');
    const search = known.length === 0 ? '' : `?${new URLSearchParams(known)}`;
    if (view !== 'session') return `#/${view}${search}`;
    return `#/session/${encode(session)}/${tab ?? TABS[0]}${search}`;
}

/** Goes there. `replace` leaves no step in the history. */
export function go(route, {replace = false} = {}) {
    const target = address(route);
    if (target === location.hash) return;
    if (!replace) {
        location.hash = target;
        return;
    }
    history.replaceState(null, '', target);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
}

function encode(name) {
    return encodeURIComponent(name.toWellFormed?.() ?? name);
}

function decode(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        // Somebody typed the id by hand, without encoding it.
        return text;
    }
}
