import OpenAI from 'openai';

/** What a language model's failure means for a further attempt. */
type FailureKind = 'passing' | 'timeout' | 'refused' | 'unusable';

/**
 * A language model gave nothing that can be used. The message is one line that holds nothing of the prompt and nothing
 * that the server said, because a server may repeat the prompt.
 */
export class ModelFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** How long the server asked to be left alone, in milliseconds. */
    readonly retryAfterMs: number | null = null,
    /** The status of the answer, when there was one. */
    readonly status: number | null = null,
  ) {
    super(message);
  }
}

/**
 * `fetch` for a server that may answer with anything. It follows no redirect, because a prompt holds personal data and is meant
 * for the server that was configured alone; and it reads no more of an answer than fits.
 * @param mostBytes of a body, as decoded; beyond it reading fails with a {@link ModelFailure}
 */
export function boundedFetch(mostBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const { body, status, statusText, headers } = response;
    if (body === null) return response;
    return new Response(body.pipeThrough(atMost(mostBytes)), { status, statusText, headers });
  };
}

function atMost(mostBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > mostBytes) controller.error(new ModelFailure('unusable', 'the answer is too long'));
      else controller.enqueue(chunk);
    },
  });
}

/**
 * Reads a `Retry-After` header, seconds or a date.
 * @returns milliseconds from `now` on, or null when the header says nothing that can be read
 */
export function retryAfterMs(header: string | null | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}(\.\d{1,3})?$/.test(text)) return Number(text) * 1_000;
  const date = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}

/** Whatever a call ended with, as a failure of the model. */
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

/** Without an answer, or in the midst of one. */
function unanswered(error: unknown): ModelFailure {
  if (nameOf(error) === 'SyntaxError') return new ModelFailure('unusable', 'the answer is not JSON');
  const code = codeOf(error);
  return new ModelFailure('passing', `the connection failed${code === null ? '' : ` (${code})`}`);
}

/** Errors of the platform are told by name, because in tests they are not of the same world. */
function nameOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;
}

/** The system's name for what happened, such as ECONNREFUSED, wherever in the chain of causes it stands. */
function codeOf(error: unknown, depth = 0): string | null {
  if (typeof error !== 'object' || error === null || depth > 5) return null;
  if ('code' in error && typeof error.code === 'string' && /^[A-Z_]{3,40}$/.test(error.code)) return error.code;
  return 'cause' in error ? codeOf(error.cause, depth + 1) : null;
}

/** How often a model is asked, and how long a call pauses between attempts. */
export interface RetryPolicy {
  /** All attempts together, the first one included. */
  readonly attempts: number;
  /** Before the second attempt; it doubles with each further one. */
  readonly firstDelayMs: number;
  /** A server that asks for more is not waited for. */
  readonly longestDelayMs: number;
}

/** Of calls to a model. */
export const retryPolicy: RetryPolicy = {
  attempts: 3,
  firstDelayMs: 500,
  longestDelayMs: 20_000,
};

/**
 * How long to wait before the next attempt, in milliseconds; null when there is no use in one.
 * @param attempt the number of the attempt that failed, from 1 on
 * @param chance from 0 to 1: spreads attempts that failed together
 */
export function delayAfter(
  failure: Pick<ModelFailure, 'kind' | 'retryAfterMs'>,
  attempt: number,
  policy: RetryPolicy,
  chance: number,
): number | null {
  // A time-out has taken all the time that a prospect gets.
  if (failure.kind !== 'passing' || attempt >= policy.attempts) return null;
  const backoff = policy.firstDelayMs * 2 ** (attempt - 1) * (1 + chance / 2);
  const delay = Math.max(failure.retryAfterMs ?? 0, Math.min(backoff, policy.longestDelayMs));
  return delay > policy.longestDelayMs ? null : Math.round(delay);
}

/** Consecutive failures after which a run asks the model no more. */
export const maxFailuresInARow = 3;

/** Statuses that concern the key, the permission or the model, and so every prospect. */
const fatalStatuses: readonly (number | null)[] = [401, 403, 404];

/** What the breaker reads of the model's client. */
export interface ModelActivity {
  /** When the model last answered a prospect of any run, with a text or an error, by `performance.now()`. */
  readonly lastAnswerAt: number;
}

/**
 * Decides whether a run still asks the model. Without it a server that is down or silent would take the time of a whole run
 * for texts that the built-in writer has at once.
 */
export class CircuitBreaker {
  private failuresInARow = 0;
  private readonly silence = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  /** Aborts once the model was silent for too long; calls under way end with it. */
  get silent(): AbortSignal {
    return this.silence.signal;
  }

  isOpen(): boolean {
    return this.silent.aborted || this.failuresInARow >= maxFailuresInARow;
  }

  succeeded(): void {
    // An answer that was under way when the breaker opened does not close it.
    if (!this.isOpen()) this.failuresInARow = 0;
  }

  failed({ status }: Pick<ModelFailure, 'status'>): void {
    this.failuresInARow += fatalStatuses.includes(status) ? maxFailuresInARow : 1;
  }

  /**
   * Opens the breaker when the model has answered no run for `limitMs`, counted from now on. Answers to other runs count,
   * because prospects of all runs wait in one line for the model.
   */
  watch(model: ModelActivity, limitMs: number): void {
    const startedAt = performance.now();
    const check = () => {
      const remainingMs = Math.max(startedAt, model.lastAnswerAt) + limitMs - performance.now();
      if (remainingMs > 0) this.timer = setTimeout(check, remainingMs);
      else this.silence.abort();
    };
    check();
  }

  /** Ends the watch. */
  close(): void {
    clearTimeout(this.timer);
  }
}
