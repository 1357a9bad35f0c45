import OpenAI from 'openai';

/**
 * The kind of a failure. Only a `passing` failure is followed by another attempt. A `timeout` is not, because it has used up the
 * time for its prospect.
 */
type FailureKind = 'passing' | 'timeout' | 'refused' | 'unusable';

/**
 * The language model has given no usable answer. The message is one line that may be logged. It contains nothing of the prompt, and
 * nothing of the answer, because the answer may repeat the prompt.
 */
export class ModelFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** The delay that the server asked for with `Retry-After`, in milliseconds; null when it asked for none. */
    readonly retryAfterMs: number | null = null,
    /** The HTTP status of the answer; null when there was no answer. */
    readonly status: number | null = null,
  ) {
    super(message);
  }
}

/**
 * Reads a `Retry-After` header, which is a number of seconds, such as `20`, or a date, such as `Sat, 21 Nov 2026 10:00:00 GMT`.
 * @returns the delay in milliseconds from `now` on; null when the header is absent or malformed
 */
export function retryAfterMs(header: string | null | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}(\.\d{1,3})?$/.test(text)) return Number(text) * 1_000;
  const date = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}

/** Converts any error of a call to a {@link ModelFailure}. */
export function failureOf(error: unknown, now: Date): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (error instanceof OpenAI.APIConnectionTimeoutError) return new ModelFailure('timeout', 'no answer in time');
  const { status, headers } = answerOf(error);
  if (status === null) return unanswered(error);
  const isPassing = status === 408 || status === 409 || status === 429 || status >= 500;
  const wait = isPassing ? retryAfterMs(headers?.get('retry-after'), now) : null;
  return new ModelFailure(isPassing ? 'passing' : 'refused', `status ${status}`, wait, status);
}

function answerOf(error: unknown): { status: number | null; headers: Headers | undefined } {
  if (!(error instanceof OpenAI.APIError)) return { status: null, headers: undefined };
  const { status, headers } = error as { status?: number; headers?: Headers };
  return { status: status ?? null, headers };
}

function unanswered(error: unknown): ModelFailure {
  if (nameOf(error) === 'SyntaxError') return new ModelFailure('unusable', 'the answer is not JSON');
  const code = codeOf(error);
  return new ModelFailure('passing', `the connection failed${code === null ? '' : ` (${code})`}`);
}

/**
 * The name of an error. Names are compared and not classes, because Jest runs tests in a realm of its own: there, an error of a
 * Node module is no instance of the test's `SyntaxError`.
 */
function nameOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;
}

/** The code of the system error among the causes of an error, such as ECONNREFUSED. */
function codeOf(error: unknown, depth = 0): string | null {
  if (typeof error !== 'object' || error === null || depth > 5) return null;
  if ('code' in error && typeof error.code === 'string' && /^[A-Z_]{3,40}$/.test(error.code)) return error.code;
  return 'cause' in error ? codeOf(error.cause, depth + 1) : null;
}
