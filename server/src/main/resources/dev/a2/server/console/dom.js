/**
 * Builds elements whose content is always text. Nothing here, and nothing that uses it, ever reads a string as markup:
 * what events hold comes from strangers.
 */

const SVG = 'http://www.w3.org/2000/svg';

/** An HTML element: `h('button.primary', {onclick}, 'Retry')`. Children are elements, text or nothing. */
export function h(selector, attributes, ...children) {
    return build(document.createElement(selector.split('.', 1)[0]), selector, attributes, children);
}

/** An SVG element, built the same way. */
export function svg(selector, attributes, ...children) {
    return build(document.createElementNS(SVG, selector.split('.', 1)[0]), selector, attributes, children);
}

function build(element, selector, attributes, children) {
    const [, ...classes] = selector.split('.');
    if (classes.length > 0) element.setAttribute('class', classes.join(' '));
    for (const [name, value] of Object.entries(attributes ?? {})) set(element, name, value);
    append(element, children);
    return element;
}

function set(element, name, value) {
    if (value === null || value === undefined || value === false) return;
    if (typeof value === 'function') {
        element.addEventListener(name.slice(2), value);
    } else if (name === 'style') {
        // Set from script, one property at a time: the policy allows no style attribute in markup.
        for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
    } else if (name === 'value') {
        element.value = value;
    } else {
        element.setAttribute(name, value === true ? '' : value);
    }
}

function append(element, children) {
    for (const child of children.flat(Infinity)) {
        if (child === null || child === undefined || child === false) continue;
        element.append(child instanceof Node ? child : String(child));
    }
}

/** Puts other children into an element. */
export function fill(element, ...children) {
    element.replaceChildren();
    append(element, children);
    return element;
}

/** Sets an element's text if it differs, so that selections and screen readers are left in peace. */
export function setText(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

/** An icon: a line drawing of 16 by 16. It is decoration, its button has the name. */
export function icon(name) {
    const shapes = ICONS[name].map(d => svg('path', {d}));
    return svg('svg.icon', {viewBox: '0 0 16 16', 'aria-hidden': 'true', focusable: 'false'}, shapes);
}

const ICONS = {
    back: ['M10 3.5 5.5 8l4.5 4.5'],
    forward: ['M6 3.5 10.5 8 6 12.5'],
    close: ['M4 4l8 8', 'M12 4l-8 8'],
    copy: ['M5.5 5.5h7v7h-7z', 'M3.5 10.5v-7h7'],
    down: ['M8 3v10', 'M4 9l4 4 4-4'],
    help: ['M6 6a2 2 0 1 1 2.8 1.9c-.6.3-.8.6-.8 1.3', 'M8 11.6v.1'],
    search: ['M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z', 'M10.5 10.5l3 3'],
    moon: ['M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z'],
    sun: ['M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6z', 'M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9'],
    retry: ['M13 8a5 5 0 1 1-1.5-3.6', 'M13 2.5v2.7h-2.7'],
    skip: ['M3.5 4l5 4-5 4z', 'M12 4v8'],
    out: ['M6.5 2.5h-4v11h4', 'M6.5 8h7', 'M10.5 5l3 3-3 3'],
};
