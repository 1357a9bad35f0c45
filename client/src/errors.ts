import type { ResponseInfo } from './response-info.js';

/**
 * A request has failed. All errors of the client are of this class, except TypeError and InvalidCallback. A call whose `signal` aborts
 * throws the reason of the signal.
 */
export class DataAccessError extends Error {
  override readonly name: string = 'DataAccessError';

  constructor(
    message: string,
    /** The `X-Request-Id` of the last attempt. Quote it in a bug report. */
    readonly requestId: string,
    cause?: unknown,
  ) {
    super(`${message} (request ${requestId})`, { cause });
  }
}

/** No complete answer came: the connection failed or was cut, or no bytes came for `timeout`. The request may have been charged. */
export class ConnectionLost extends DataAccessError {
  override readonly name = 'ConnectionLost';

  constructor(
    message: string,
    requestId: string,
    cause?: unknown,
    /** What the headers of the answer say, if they came before the connection was lost; null otherwise. */
    readonly response: ResponseInfo | null = null,
  ) {
    super(message, requestId, cause);
  }
}

/** The service, or a proxy in front of it, answered with an error status. */
export class ApiError extends DataAccessError {
  override readonly name: string = 'ApiError';
  readonly status: number;

  constructor(
    call: string,
    /** The member `detail` of the body. If the body has no such member, the first 500 characters of the body. */
    readonly detail: unknown,
    readonly response: ResponseInfo,
    /** The part of the message that describes the answer. */
    text = textOf(detail),
  ) {
    super(`${call} answered ${response.status}: ${text}`, response.requestId);
    this.status = response.status;
  }

  /** The error code, such as `NO_FIELDS_PROVIDED`; null for an error without a code. */
  get code(): string | null {
    const { status } = Object(this.detail) as { readonly status?: unknown };
    return typeof status === 'string' ? status : null;
  }
}

/** 401: the API key is missing, unknown, expired or revoked. */
export class Unauthorised extends ApiError {
  override readonly name = 'Unauthorised';
}

/** 402: the request could cost more credits than are left. Nothing was charged. `response.credits` has the credits that are left. */
export class InsufficientCredits extends ApiError {
  override readonly name = 'InsufficientCredits';
}

/** One validation error of a request. */
export interface Fault {
  /** The path to the invalid member, such as `['body', 'companies', 3, 'website']`. */
  readonly loc: readonly (string | number)[];
  /** The reason why the value is invalid, in plain English. */
  readonly msg: string;
  /** The kind of error, such as `value_error`. */
  readonly type: string;
}

/** 422: the request is not valid. Nothing was charged. */
export class ValidationFailed extends ApiError {
  override readonly name = 'ValidationFailed';

  /** All validation errors of the request. */
  get faults(): readonly Fault[] {
    return Array.isArray(this.detail) ? (this.detail as Fault[]) : [];
  }
}

/** 429: the rate limit of the address is exceeded. */
export class RateLimited extends ApiError {
  override readonly name = 'RateLimited';

  /** The number of seconds after which the service accepts a request again. */
  get retryAfter(): number {
    return this.response.retryAfter ?? 1;
  }
}

const classes: Readonly<Record<number, typeof ApiError>> = {
  401: Unauthorised,
  402: InsufficientCredits,
  422: ValidationFailed,
  429: RateLimited,
};

/**
 * The error for an answer with an error status.
 * @param call the method and path of the request: `GET /v1/me`
 * @param body the text of the answer; it is JSON if the service itself answered
 * @param type the content type of the answer; null if it has none
 */
export function errorOf(call: string, body: string, response: ResponseInfo, type: string | null): ApiError {
  const { detail } = Object(parsed(body)) as { readonly detail?: unknown };
  const text = textOf(detail) || `another program than the service answered with ${contentOf(body, type)}`;
  return new (classes[response.status] ?? ApiError)(call, detail ?? body.slice(0, 500), response, text);
}

/**
 * What an answer contained, for an error message: its content type and the beginning of its body, such as `text/html: <h1>Not
 * Found</h1>`.
 * @param type the content type; null if the answer has none
 */
export function contentOf(body: string, type: string | null): string {
  const start = body.slice(0, 500).replace(/\s+/g, ' ').trim().slice(0, 100);
  return `${type ?? 'no content type'}${start === '' ? ' and an empty body' : `: ${start}`}`;
}

/** Whether the same request may succeed if it is sent again later. */
export function isTransient(error: unknown): error is ApiError | ConnectionLost {
  if (error instanceof ConnectionLost) return true;
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  return status === 408 || status === 429 || status >= 500 || code === 'IDEMPOTENCY_KEY_IN_USE';
}

function textOf(detail: unknown): string {
  if (typeof detail === 'string') return detail;
  if (Array.isArray(detail)) {
    const faults = (detail as Fault[]).map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
    return [...faults.slice(0, 3), ...(faults.length > 3 ? [`and ${faults.length - 3} more`] : [])].join('; ');
  }
  const { status, message } = Object(detail) as { readonly status?: unknown; readonly message?: unknown };
  return [status, message].filter((part) => typeof part === 'string').join(': ');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
