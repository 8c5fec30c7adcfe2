const RETRYABLE = new Set([0, 408, 425, 429, 500, 502, 503, 504]);

/** What went wrong: the server's problem details, or (with status 0) a failure on the way to it. */
export class A2Error extends Error {
  constructor({ status = 0, code, detail = '', retryable = RETRYABLE.has(status), retryAfterMs = null, cause }) {
    super(detail ? `${code}: ${detail}` : code, { cause });
    this.name = 'A2Error';
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
  }

  /** A call that this client refuses without asking the server. */
  static refused(code, detail) {
    return new A2Error({ code, detail, retryable: false });
  }
}

/** The error of an answer that is none of the good ones. */
export async function errorOf(response, wallNow) {
  const text = await response.text().catch(() => '');
  const problem = parseProblem(text);
  return new A2Error({
    status: response.status,
    code: problem.code ?? `HTTP_${response.status}`,
    detail: problem.detail ?? problem.title ?? response.statusText,
    retryAfterMs: retryAfter(response.headers.get('Retry-After'), wallNow),
  });
}

function parseProblem(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {}; // a proxy's own page
  }
}

/** Retry-After is a number of seconds or an HTTP date. */
function retryAfter(value, wallNow) {
  if (value === null) {
    return null;
  }
  if (/^\d+$/.test(value)) {
    return Number(value) * 1000;
  }
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - wallNow);
}
