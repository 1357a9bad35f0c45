import OpenAI from 'openai';
import { ModelFailure } from './model-failure.js';
import { retryAfterMs } from './retry-after.js';

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
