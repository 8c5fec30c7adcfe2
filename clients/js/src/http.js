import { A2Error, errorOf } from './errors.js';
import { linkedController } from './waiting.js';

/** Requests to one server: addresses, tokens, JSON and errors. Nothing here is tried twice, but for a renewed token. */
export class Http {
  #base;
  #token;
  #env;
  #json;
  #timeoutMs;

  constructor({ url, token, env, json = JSON, timeoutMs = 30_000 }) {
    this.#base = new URL(url ?? '/', env.base).href.replace(/[?#].*$/, '').replace(/\/+$/, '');
    this.#token = token;
    this.#env = env;
    this.#json = json;
    this.#timeoutMs = timeoutMs;
  }

  get base() {
    return this.#base;
  }

  /** JSON as the application wants payloads read. */
  parse(text) {
    try {
      return this.#json.parse(text);
    } catch (cause) {
      throw new A2Error({ code: 'NOT_JSON', detail: 'the answer is not JSON', retryable: true, cause });
    }
  }

  stringify(value) {
    return this.#json.stringify(value);
  }

  async get(path, options) {
    return this.parse(await this.getText(path, options));
  }

  /** An answer as it came. */
  async getText(path, { query, signal } = {}) {
    return this.#call('GET', path, { query, signal });
  }

  async send(method, path, body, { signal } = {}) {
    return this.parse(await this.#call(method, path, { body, signal }));
  }

  /** A request that outlives the page; nobody hears its answer. It starts before this returns. */
  beacon(method, path, body) {
    const request = this.#request(method, this.#token.peek(), { body });
    this.#env.fetch(this.#address(path), { ...request, keepalive: true }).catch(() => {});
  }

  /** An answer that is read while it comes. */
  async open(path, { query, headers, signal }) {
    const response = await this.#authorized(this.#address(path, query), 'GET', { headers, signal });
    const type = response.headers.get('Content-Type') ?? '';
    if (!type.startsWith('text/event-stream')) {
      await response.body?.cancel();
      throw new A2Error({ code: 'NOT_A_FEED', detail: `the answer is ${type || 'of no type'}`, retryable: true });
    }
    return response;
  }

  /** The token ended while it was in use. */
  async renewToken() {
    if (this.#token.renewable) {
      await this.#token.renew(this.#token.peek());
    }
  }

  async #call(method, path, { query, body, signal }) {
    const { controller, release } = linkedController(signal);
    const late = () => controller.abort(new A2Error({ code: 'TIMEOUT', detail: `${method} ${path}` }));
    const timer = this.#env.setTimeout(late, this.#timeoutMs);
    try {
      const address = this.#address(path, query);
      const response = await this.#authorized(address, method, { body, signal: controller.signal });
      return await this.#read(response, controller.signal);
    } finally {
      this.#env.clearTimeout(timer);
      release();
    }
  }

  async #read(response, signal) {
    try {
      return await response.text();
    } catch (error) {
      throw lost(error, signal);
    }
  }

  async #authorized(address, method, options) {
    const token = await this.#currentToken();
    const response = await this.#fetch(address, this.#request(method, token, options));
    if (response.status !== 401 || !this.#token.renewable) {
      return this.#good(response);
    }
    await response.body?.cancel();
    const renewed = await this.#token.renew(token);
    return this.#good(await this.#fetch(address, this.#request(method, renewed, options)));
  }

  async #currentToken() {
    try {
      return await this.#token.get();
    } catch (cause) {
      throw new A2Error({ code: 'NO_TOKEN', detail: cause.message, retryable: cause.retryable ?? true, cause });
    }
  }

  async #good(response) {
    if (!response.ok) {
      throw await errorOf(response, this.#env.wallNow());
    }
    return response;
  }

  async #fetch(address, request) {
    try {
      return await this.#env.fetch(address, request);
    } catch (error) {
      throw lost(error, request.signal);
    }
  }

  #request(method, token, { body, headers, signal }) {
    const all = { Accept: 'application/json', ...headers };
    if (token) {
      all.Authorization = `Bearer ${token}`;
    }
    if (body !== undefined) {
      all['Content-Type'] = 'application/json';
    }
    return {
      method,
      headers: all,
      body: body === undefined ? undefined : this.stringify(body),
      signal,
      cache: 'no-store',
      credentials: 'omit',
    };
  }

  #address(path, query = {}) {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      for (const one of [value].flat()) {
        if (one !== undefined && one !== null) {
          search.append(name, one);
        }
      }
    }
    const text = search.toString();
    return this.#base + path + (text && `?${text}`);
  }
}

/** A request without an answer: given up by the caller, or by the network. */
function lost(error, signal) {
  if (signal?.aborted) {
    return signal.reason;
  }
  return new A2Error({ code: 'NETWORK', detail: error.message, cause: error });
}

/** A name as one segment of a path. */
export function segment(name) {
  if (typeof name !== 'string' || name === '') {
    throw A2Error.refused('INVALID_ARGUMENT', 'a name is a text that is not empty');
  }
  if (name === '.' || name === '..') {
    return `${name};`; // the address would lose the bare dots
  }
  try {
    return encodeURIComponent(name);
  } catch {
    throw A2Error.refused('INVALID_ARGUMENT', 'a name must be well-formed Unicode');
  }
}
