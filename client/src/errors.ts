import type { ResponseInfo } from './response-info.js';

/** Any failure of a request. */
export class DataAccessError extends Error {
  override readonly name: string = 'DataAccessError';

  constructor(
    message: string,
    /** The `X-Request-Id` of the last attempt, for bug reports. */
    readonly requestId: string,
    cause?: unknown,
  ) {
    super(`${message} (request ${requestId})`, { cause });
  }
}

/** No complete answer came: the connection failed or broke off, or the answer took longer than `timeout`. */
export class ConnectionLost extends DataAccessError {
  override readonly name = 'ConnectionLost';
}

/** The service, or a proxy before it, answered with an error. */
export class ApiError extends DataAccessError {
  override readonly name: string = 'ApiError';
  readonly status: number;

  constructor(
    call: string,
    /** `detail` of the body, or the body if it has none. */
    readonly detail: unknown,
    readonly response: ResponseInfo,
    /** What the message says of the answer. */
    text = textOf(detail),
  ) {
    super(`${call} answered ${response.status}: ${text}`, response.requestId);
    this.status = response.status;
  }

  /** The error code for programs, such as `NO_FIELDS_PROVIDED`; null for errors without one. */
  get code(): string | null {
    const { status } = Object(this.detail) as { readonly status?: unknown };
    return typeof status === 'string' ? status : null;
  }
}

/** 401: the API key is missing, unknown, expired or revoked. */
export class Unauthorised extends ApiError {
  override readonly name = 'Unauthorised';
}

/** 402: the request could cost more than is left; nothing was charged. The balances are in `response.credits`. */
export class InsufficientCredits extends ApiError {
  override readonly name = 'InsufficientCredits';
}

/** One fault of a request. */
export interface Fault {
  /** The path to the faulty member, such as `['body', 'companies', 3, 'website']`. */
  readonly loc: readonly (string | number)[];
  /** What is wrong, in plain English. */
  readonly msg: string;
  /** The kind of fault, such as `value_error`. */
  readonly type: string;
}

/** 422: the request is not valid; nothing was charged. */
export class ValidationFailed extends ApiError {
  override readonly name = 'ValidationFailed';

  /** All faults of the request. */
  get faults(): readonly Fault[] {
    return Array.isArray(this.detail) ? (this.detail as Fault[]) : [];
  }
}

/** 429: the rate limit of the address is exceeded. */
export class RateLimited extends ApiError {
  override readonly name = 'RateLimited';

  /** Seconds after which a request is accepted. */
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
 * The error for an answer.
 * @param call method and path
 * @param body the text of the answer, JSON if the service itself answered
 * @param type the content type of the answer, if it has one
 */
export function errorOf(call: string, body: string, response: ResponseInfo, type: string | null): ApiError {
  const { detail } = Object(parsed(body)) as { readonly detail?: unknown };
  const text = textOf(detail) || `no error of the service, but ${contentOf(body, type)}`;
  return new (classes[response.status] ?? ApiError)(call, detail ?? body.slice(0, 500), response, text);
}

/** The kind and the first characters of an answer that another program has sent. @param type its content type */
export function contentOf(body: string, type: string | null): string {
  const start = body.slice(0, 500).replace(/\s+/g, ' ').trim().slice(0, 100);
  return `${type ?? 'an answer without content type'}${start === '' ? ', empty' : `: ${start}`}`;
}

/** Whether the same request may succeed later. */
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
