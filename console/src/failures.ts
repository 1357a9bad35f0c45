import {
  ApiError,
  ConnectionLost,
  DataAccessError,
  InsufficientCredits,
  RateLimited,
  RunFailed,
} from 'data-access-client';
import { duration } from './format.js';

/** A failure as the reader of a screen needs it. */
export interface Failure {
  readonly title: string;
  /** What to do about it. */
  readonly advice: string;
  /** For a bug report; null if no request was sent. */
  readonly requestId: string | null;
  /** The words of an admin command that helps. */
  readonly command?: string;
}

/** @param tenant the tenant of the session, for commands */
export function failureOf(error: unknown, tenant: string): Failure {
  const requestId = error instanceof DataAccessError ? error.requestId : null;
  if (error instanceof InsufficientCredits)
    return {
      title: 'Not enough credits are left',
      advice: 'Nothing was charged. Ask for fewer, or let an operator grant credits.',
      requestId,
      command: `credits grant ${tenant} ${featureOf(error)} 10000`,
    };
  if (error instanceof RateLimited)
    return {
      title: 'Too many requests came from this address',
      advice: `Try again in ${duration(Math.ceil(error.retryAfter))}.`,
      requestId,
    };
  if (error instanceof ConnectionLost)
    return {
      title: 'The service does not answer',
      advice: 'The connection was lost, or the service is stopped. Nothing is charged twice when you try again.',
      requestId,
    };
  if (error instanceof RunFailed)
    return { title: 'The run failed', advice: error.job.failure_reason ?? 'No reason is known.', requestId };
  if (error instanceof ApiError) return { ...apiFailure(error), requestId };
  return {
    title: 'The console could not do this',
    advice: error instanceof Error ? error.message : String(error),
    requestId,
  };
}

function apiFailure(error: ApiError): Pick<Failure, 'title' | 'advice'> {
  if (error.status === 404) return { title: 'Not found', advice: 'It does not exist, or belongs to another tenant.' };
  if (error.status >= 500)
    return { title: 'The service could not answer', advice: 'Try again in a minute. Nothing was charged.' };
  return { title: 'The service refused the request', advice: messageOf(error.detail) };
}

/** The text of `detail`, which is a text, an object with a message, or a list of faults. */
function messageOf(detail: unknown): string {
  if (typeof detail === 'string') return detail;
  if (Array.isArray(detail)) return (detail as { msg: string }[]).map(({ msg }) => msg).join('. ');
  const { message } = Object(detail) as { readonly message?: unknown };
  return typeof message === 'string' ? message : 'No reason is known.';
}

function featureOf(error: InsufficientCredits): string {
  const lacking = Object.entries(error.response.credits).sort(([, a], [, b]) => a.remaining - b.remaining)[0];
  return lacking?.[0] ?? 'data_access';
}
