import type { Refusal } from './refusal.js';

/**
 * The failures with which the service answers requests. Each has a code, an HTTP status, a default text, and a form that `detail`
 * has in the body of the answer:
 * - `text`: `detail` is the text.
 * - `word`: `detail` is an object with the code as `status`, for programs, and the text as `message`.
 * - `upstream`: `detail` is an object with the code as `status` and the number 503 as `upstream_status`.
 */
const failures = {
  NO_COMPANIES_PROVIDED: { http: 400, form: 'word', text: 'The list `companies` is empty: name at least one company.' },
  NO_PERSONS_PROVIDED: { http: 400, form: 'word', text: 'The list `persons` is empty: name at least one person.' },
  NO_FIELDS_PROVIDED: { http: 400, form: 'word', text: 'Nothing is requested: name at least one field.' },
  BODY_INCOMPLETE: { http: 400, form: 'word', text: 'The body ended before its announced length.' },
  BODY_NOT_GZIP: { http: 400, form: 'word', text: 'The body is not gzip, as its Content-Encoding says.' },
  HOST_MISSING: { http: 400, form: 'word', text: 'Send one Host header.' },
  INVALID_API_KEY: { http: 401, form: 'text', text: 'Invalid API key' },
  INVALID_OPERATOR_KEY: { http: 401, form: 'text', text: 'Invalid operator key' },
  COMMAND_REFUSED: { http: 400, form: 'word', text: 'The operation was refused; the message says why.' },
  RECORD_NOT_FOUND: { http: 404, form: 'text', text: 'The record that the path names does not exist' },
  RECORD_EXISTS: { http: 409, form: 'word', text: 'A tenant with this id exists already.' },
  INSUFFICIENT_CREDITS: { http: 402, form: 'word', text: 'The request needs more credits than the tenant has left.' },
  MAXIMUM_CREDITS_EXCEEDED: {
    http: 402,
    form: 'word',
    text: 'The call may cost {cost}, more than its maximum of {maximum}. Nothing was charged.',
  },
  FOREIGN_ORIGIN: { http: 403, form: 'text', text: 'Origin is not allowed' },
  PREVIEWS_OFF: {
    http: 403,
    form: 'text',
    text: 'Previews are not enabled for this tenant; the operator can enable them',
  },
  SEARCH_OFF: { http: 403, form: 'text', text: 'Search is not enabled for this tenant; the operator can enable it' },
  SEARCH_TOO_COSTLY: {
    http: 400,
    form: 'word',
    text: 'The search would read too many records. Add a condition that selects fewer, such as a country, a seniority or an industry.',
  },
  FOREIGN_JOB: { http: 403, form: 'text', text: 'Job belongs to a different tenant' },
  JOB_NOT_FOUND: { http: 404, form: 'text', text: 'Job not found' },
  REQUEST_NOT_FOUND: { http: 404, form: 'text', text: 'Request not found' },
  ROUTE_NOT_FOUND: { http: 404, form: 'text', text: 'Not Found' },
  METHOD_NOT_ALLOWED: { http: 405, form: 'text', text: 'Method Not Allowed' },
  IDEMPOTENCY_KEY_IN_USE: {
    http: 409,
    form: 'word',
    text: 'A request with this idempotency key is under way. Try again in a moment.',
  },
  JOB_ENDED: { http: 409, form: 'word', text: 'The run has ended already and cannot be cancelled.' },
  BODY_TOO_LARGE: { http: 413, form: 'text', text: 'Request body too large' },
  UNSUPPORTED_MEDIA_TYPE: { http: 415, form: 'text', text: 'Content-Type must be application/json' },
  UNSUPPORTED_ENCODING: { http: 415, form: 'text', text: 'Content-Encoding is not supported' },
  REQUEST_ABANDONED: {
    http: 499,
    form: 'word',
    text: 'The client left before the request was charged. Nothing was charged.',
  },
  RATE_LIMIT_EXCEEDED: { http: 429, form: 'text', text: 'Rate limit exceeded' },
  ENRICHMENT_FAILED: { http: 500, form: 'word', text: 'The enrichment failed on our side. Try again in a moment.' },
  GET_SIGNALS_FAILED: { http: 500, form: 'word', text: 'The signals could not be read. Try again in a moment.' },
  INTERNAL_ERROR: { http: 500, form: 'word', text: 'Something failed on our side. Try again in a moment.' },
  PROSPECTING_UPSTREAM_ERROR: {
    http: 502,
    form: 'upstream',
    text: 'The database or the queue of runs is unavailable.',
  },
  SEARCH_NOT_READY: {
    http: 503,
    form: 'word',
    text: 'Search is not ready: it is off in this installation, or its indexes are being made. Nothing was charged.',
  },
  SERVICE_BUSY: {
    http: 503,
    form: 'word',
    text: 'Too many large requests are under way. Nothing was charged; try again in a moment.',
  },
  PROSPECTING_UPSTREAM_TIMEOUT: {
    http: 504,
    form: 'word',
    text: 'The queue of prospecting runs did not answer in time. Nothing was started; try again in a moment.',
  },
} as const satisfies Record<string, { http: number; form: 'word' | 'text' | 'upstream'; text: string }>;

/**
 * The number that the form `upstream` sends as `upstream_status`: the HTTP status "service unavailable". The API promises
 * that this member has the status of an upstream service. In this service that is the database or the job queue.
 */
const upstreamStatus = 503;

export type FailureCode = keyof typeof failures;

/**
 * The default text of a failure with details at the end: `The request needs more credits than the tenant has left: 2 data_access
 * (1 left).`
 */
export function textAbout(code: FailureCode, details: string): string {
  return `${failures[code].text.replace(/[.]$/, '')}: ${details}.`;
}

/** The default text of a failure, in which each name in braces, such as `{cost}`, is replaced by its value. */
export function textWith(code: FailureCode, values: Readonly<Record<string, string>>): string {
  return failures[code].text.replaceAll(/\{(\w+)\}/g, (written, name: string) => values[name] ?? written);
}

/**
 * An error that tells the client why its request failed. Every part of the service may throw such an error, and `ErrorFilter` turns
 * it into the answer.
 */
export class DomainError extends Error {
  /**
   * Makes the error for a code of `failures`.
   * @param message the text for the client; by default it is the default text of the code
   */
  constructor(
    readonly code: FailureCode,
    message: string = failures[code].text,
    /** Additional headers of the answer, by their names. */
    readonly headers: Readonly<Record<string, string>> = {},
    /** The refusal of a command as programs read it; null if it is only a text. Only the API for operators has it in its answers. */
    readonly refusal: Refusal | null = null,
  ) {
    super(message);
  }

  get httpStatus(): number {
    return failures[this.code].http;
  }

  get detail():
    | string
    | { status: FailureCode; message: string; refusal?: Refusal }
    | { status: FailureCode; upstream_status: number } {
    const { form } = failures[this.code];
    if (form === 'text') return this.message;
    if (form === 'upstream') return { status: this.code, upstream_status: upstreamStatus };
    const refusal = this.refusal === null ? {} : { refusal: this.refusal };
    return { status: this.code, message: this.message, ...refusal };
  }
}

/**
 * Returns the error for a request that failed unexpectedly. Its code depends on the path of the request. Requests for prospecting
 * do not get a 500 but the failure of an upstream service, 502 or 504.
 * @param cause `late` if the database did not answer in time, `other` for every other reason
 */
export function internalFailure(requestPath: string, cause: 'late' | 'other'): DomainError {
  const path = requestPath.toLowerCase();
  if (path.startsWith('/v1/company/') || path.startsWith('/v1/person/')) return new DomainError('ENRICHMENT_FAILED');
  if (path.startsWith('/v1/signals/')) return new DomainError('GET_SIGNALS_FAILED');
  if (!path.startsWith('/v1/prospecting/')) return new DomainError('INTERNAL_ERROR');
  return cause === 'late' ? lateDatabase(changeAt(path)) : new DomainError('PROSPECTING_UPSTREAM_ERROR');
}

/** What a request for prospecting changes: it starts or cancels a run. Null if it only reads. */
type Change = 'start' | 'cancellation' | null;

function changeAt(path: string): Change {
  if (/\/start\/?$/.test(path)) return 'start';
  return /\/cancel\/?$/.test(path) ? 'cancellation' : null;
}

/**
 * The error for a request for prospecting that the database did not answer in time. If the request makes a change, the database
 * may have made it nevertheless, and the message says so.
 */
function lateDatabase(change: Change): DomainError {
  const effect = change === null ? '' : `; the ${change} may have taken effect`;
  return new DomainError(
    'PROSPECTING_UPSTREAM_TIMEOUT',
    `The database did not answer in time${effect}. Try again in a moment.`,
  );
}

/**
 * The value of the header `WWW-Authenticate` for API keys. HTTP has no registered scheme for a key that is sent in a header of
 * its own. So the parameter `header` gives the name of that header.
 */
export const keyChallenge = 'ApiKey realm="data-access-service", header="X-Api-Key"';
/** Additional parameters of `WWW-Authenticate`, for a client that has sent its key in the header `Authorization`. */
const keyInOtherHeader =
  'error="invalid_request", error_description="Send the key in the header X-Api-Key instead of Authorization"';

/**
 * The error 401 for a request without a valid API key.
 * @param authorization the header `Authorization` of the request, if it has one; the answer then tells the client to use
 * `X-Api-Key` instead
 */
export function invalidApiKey(authorization?: string): DomainError {
  const challenge = authorization === undefined ? keyChallenge : `${keyChallenge}, ${keyInOtherHeader}`;
  return new DomainError('INVALID_API_KEY', undefined, { 'WWW-Authenticate': challenge });
}
