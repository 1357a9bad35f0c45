import OpenAI from 'openai';
import type { SectionFault } from './answer.js';

/**
 * The kind of a failure. A `passing` failure is followed by few other attempts, and a `busy` server is waited for. A `timeout` is not
 * followed by another attempt, because it has used up the time for its prospect.
 */
type FailureKind = 'passing' | 'busy' | 'timeout' | 'refused' | 'unusable';

/** The name of a cause in the metadata of a run and in the metrics. */
export type FailureCause =
  | 'timeout'
  | 'unreachable'
  | 'unauthorized'
  | 'rate_limited'
  | 'unavailable'
  | 'server_error'
  | 'refused'
  | 'no_text'
  | 'cut_off'
  | 'filtered'
  | 'declined'
  | 'too_long'
  | 'not_completion'
  | 'not_json';

interface FailureDetails {
  /** The HTTP status of the answer, or the one that its error stands for; null when there was no answer. */
  readonly status?: number | null;
  /** The delay that the server asked for, in milliseconds; null when it asked for none. */
  readonly retryAfterMs?: number | null;
  /** Whether the server says that it is loading the model. */
  readonly isLoading?: boolean;
  /** Whether the server speaks of the response format. */
  readonly isAboutFormat?: boolean;
}

/**
 * The language model has given no usable answer. The message is one line that may be logged. It contains nothing of the prompt, and
 * nothing of the answer, because the answer may repeat the prompt.
 */
export class ModelFailure extends Error {
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  readonly isLoading: boolean;
  readonly isAboutFormat: boolean;

  constructor(
    readonly kind: FailureKind,
    readonly reason: FailureCause | SectionFault,
    message: string,
    { status = null, retryAfterMs = null, isLoading = false, isAboutFormat = false }: FailureDetails = {},
  ) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.isLoading = isLoading;
    this.isAboutFormat = isAboutFormat;
  }
}

const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * Reads how long a server asks to wait: the header `retry-after-ms`, or `Retry-After`, which is a number of seconds (`20`), a number with
 * units (`2s`, `1m30s`, `500ms`) or a date (`Sat, 21 Nov 2026 10:00:00 GMT`).
 * @returns the delay in milliseconds from `now` on; null when both headers are absent or malformed
 */
export function waitAskedFor(headers: Pick<Headers, 'get'>, now: Date): number | null {
  const milliseconds = headers.get('retry-after-ms')?.trim() ?? '';
  if (/^\d{1,9}(\.\d{1,9})?$/.test(milliseconds)) return Number(milliseconds);
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Number(text) * 1_000;
  if (/^(\d{1,9}(\.\d{1,9})?\s?(ms|s|m|h)\s?){1,4}$/i.test(text)) {
    const parts = text.matchAll(/([\d.]+)\s?(ms|s|m|h)/gi);
    return [...parts].reduce(
      (sum, [, count, unit = '']) => sum + Number(count) * (unitsMs[unit.toLowerCase()] ?? 0),
      0,
    );
  }
  const date = /^[A-Z][a-z]{2,8}, /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}

/** Words with which servers refuse a response format. */
const aboutFormat =
  /response.?format|json.?(schema|object|mode)|grammar|structured.?output|guided|schema|require_parameters/i;

/** How much of a server's words is read. What follows may be the prompt, which may contain any words. */
const readCharacters = 300;

/** The failure for a status of 300 or more, or for an error that stands for such a status. */
export function failureOfStatus(status: number, text: string, retryAfterMs: number | null): ModelFailure {
  const said = text.slice(0, readCharacters);
  const isBusy = status === 503 || status === 529 || (retryAfterMs !== null && isPassing(status));
  return new ModelFailure(
    isBusy ? 'busy' : isPassing(status) ? 'passing' : 'refused',
    causeOf(status),
    `status ${status}`,
    {
      status,
      retryAfterMs,
      isLoading: status === 503 && /\bload(ing|s)\b/i.test(said),
      isAboutFormat: aboutFormat.test(said),
    },
  );
}

function isPassing(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

function causeOf(status: number): FailureCause {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 429) return 'rate_limited';
  if (status === 503 || status === 529) return 'unavailable';
  return isPassing(status) ? 'server_error' : 'refused';
}

/** Converts any error of a call to a {@link ModelFailure}. */
export function failureOf(error: unknown, now: Date): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (error instanceof OpenAI.APIConnectionTimeoutError)
    return new ModelFailure('timeout', 'timeout', 'no answer in time');
  if (error instanceof OpenAI.APIError) {
    const { status, headers, message } = error as { status?: number; headers?: Headers; message: string };
    if (status !== undefined) return failureOfStatus(status, message, headers ? waitAskedFor(headers, now) : null);
  }
  const code = codeOf(error);
  return new ModelFailure('passing', 'unreachable', `the connection failed${code === null ? '' : ` (${code})`}`);
}

/** The code of the system error among the causes of an error, such as ECONNREFUSED. */
function codeOf(error: unknown, depth = 0): string | null {
  if (typeof error !== 'object' || error === null || depth > 5) return null;
  if ('code' in error && typeof error.code === 'string' && /^[A-Z_]{3,40}$/.test(error.code)) return error.code;
  return 'cause' in error ? codeOf(error.cause, depth + 1) : null;
}
