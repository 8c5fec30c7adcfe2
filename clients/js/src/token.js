const EARLY_MS = 30_000;

/**
 * The token that requests carry: a fixed text, or a function that gets one when needed. It may return the text, or an
 * answer of `POST /v1/tokens` (`{ token, expiresAt }`).
 */
export class Token {
  #source;
  #env;
  #current = null;
  #renewAt = Infinity;
  #renewal = null;

  constructor(source, env) {
    this.#source = source ?? null;
    this.#env = env;
    if (typeof source === 'string') {
      this.#current = source;
    }
  }

  get renewable() {
    return typeof this.#source === 'function';
  }

  /** The token at hand, for the moment when a page goes and cannot wait. */
  peek() {
    return this.#current;
  }

  async get() {
    const due = this.#current === null || this.#env.wallNow() >= this.#renewAt;
    return this.renewable && due ? this.renew(this.#current) : this.#current;
  }

  /** Another token in place of one that is not good any more; callers at the same time share one. */
  async renew(stale) {
    if (this.#current !== stale) {
      return this.#current;
    }
    this.#renewal ??= this.#fetch().finally(() => (this.#renewal = null));
    return this.#renewal;
  }

  async #fetch() {
    const answer = await this.#source();
    const token = typeof answer === 'string' ? answer : answer?.token;
    if (!token) {
      throw new TypeError('the token function returned no token');
    }
    this.#current = token;
    const wallNow = this.#env.wallNow();
    const renewAt = expiry(token, answer.expiresAt) - EARLY_MS;
    // A new token that looks expired means a wrong clock here: then only the server's 401 tells.
    this.#renewAt = renewAt > wallNow ? renewAt : Infinity;
    return token;
  }
}

function expiry(token, expiresAt) {
  if (expiresAt) {
    return Date.parse(expiresAt);
  }
  try {
    const claims = token.split('.')[1].replace(/-/g, '+').replace(/_/g, '/');
    return JSON.parse(atob(claims)).exp * 1000;
  } catch {
    return Infinity; // an API token
  }
}
