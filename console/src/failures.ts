import {
  ApiError,
  ConnectionLost,
  type CreditFeature,
  DataAccessError,
  InsufficientCredits,
  RateLimited,
} from 'data-access-client';
import { counted, creditOf, duration, features } from './format.js';

/** An error, as a screen shows it. */
export interface Failure {
  /** The heading that says what happened. */
  readonly title: string;
  /** A sentence that says why the failure happened, or what the user can do about it. */
  readonly advice: string;
  /** The id to quote in a bug report; null if the failure is not about a request. */
  readonly requestId: string | null;
  /** The arguments of an admin command with which an operator can remove the cause: `credits grant acme data_access 10000`. */
  readonly command?: string;
  /** The number of seconds until the service allows another attempt. */
  readonly waitSeconds?: number;
}

/** An error that carries the texts which a screen shows about it. */
export class ToldFailure extends Error {
  constructor(readonly failure: Failure) {
    super(failure.title);
  }
}

/**
 * The error for a request that got no complete answer.
 * @param advice a sentence that says what the user can do
 * @param requestId the id of the request, which the user can quote to the operator; null for a request that costs nothing, because
 *   the service may never have got it, and the operator would then not find the id
 */
export function noAnswer(advice: string, requestId: string | null): ToldFailure {
  return new ToldFailure({
    title: 'The service does not answer',
    advice: `The connection was lost, or the service is stopped. ${advice}`,
    requestId,
  });
}

/** The texts about an answer that is not the one which the service gives when it works, such as an error of a proxy. */
export const badAnswer = { title: 'The service could not answer', advice: 'Try again in a minute.' } as const;

/**
 * The texts about an error: what happened, and what to do about it.
 * @param error what the client or the console has thrown
 * @param tenant the id of the signed-in tenant, for the command that an operator can run
 */
export function failureOf(error: unknown, tenant: string): Failure {
  if (error instanceof ToldFailure) return error.failure;
  const requestId = error instanceof DataAccessError ? error.requestId : null;
  if (error instanceof InsufficientCredits && error.code !== 'MAXIMUM_CREDITS_EXCEEDED')
    return {
      title: 'Not enough credits are left',
      advice: `${leftOf(error)}Nothing was charged. Let an operator grant credits.`,
      requestId,
      command: `credits grant ${tenant} ${lackingFeature(error)} 10000`,
    };
  if (error instanceof RateLimited)
    return {
      title: `Too many requests were sent${mayCost(error) ? ', and nothing was charged' : ''}`,
      advice: `Try again in ${duration(Math.ceil(error.retryAfter))}.`,
      waitSeconds: error.retryAfter,
      requestId,
    };
  if (error instanceof ConnectionLost)
    return mayCost(error)
      ? noAnswer('Try again: nothing is charged twice.', requestId).failure
      : noAnswer('Try again.', error.response?.requestId ?? null).failure;
  if (error instanceof ApiError) return { ...apiFailure(error), requestId };
  return {
    title: 'The console could not do this',
    advice: error instanceof Error ? error.message : String(error),
    requestId,
  };
}

/**
 * Whether the failed request could cost credits. The message begins with the method. Only a POST is charged, and a repeated one has the
 * idempotency key of the first.
 */
const mayCost = (error: DataAccessError): boolean => error.message.startsWith('POST');

function apiFailure(error: ApiError): Pick<Failure, 'title' | 'advice'> {
  if (error.status === 404)
    return { title: 'Not found', advice: 'It does not exist, or it belongs to another tenant.' };
  if (error.status >= 500 && mayCost(error))
    return { ...badAnswer, advice: 'Try again in a minute: nothing is charged twice.' };
  if (error.status >= 500) return badAnswer;
  return { title: 'The service refused the request', advice: messageOf(error.detail) };
}

/**
 * The message for the user in the member `detail` of an error body. `detail` is a text, an object with a `message`, or a list of
 * validation errors.
 */
export function messageOf(detail: unknown): string {
  if (typeof detail === 'string') return detail;
  if (Array.isArray(detail)) return (detail as { msg: string }[]).map(({ msg }) => msg).join('. ');
  const { message } = Object(detail) as { readonly message?: unknown };
  return typeof message === 'string' ? message : 'The service gave no reason.';
}

/** The feature that most likely lacks credits: of the features that the answer names, the one with the fewest credits left. */
function lackingFeature({ response: { credits } }: InsufficientCredits): CreditFeature {
  const left = (feature: CreditFeature): number => credits[feature]?.remaining ?? Infinity;
  return features.reduce((least, feature) => (left(feature) < left(least) ? feature : least));
}

/** Says how many credits of the feature that lacks credits are left, if the answer says it: `0 contact data credits are left. `. */
function leftOf(error: InsufficientCredits): string {
  const feature = lackingFeature(error);
  const left = error.response.credits[feature]?.remaining;
  return left === undefined ? '' : `${counted(left, `${creditOf(feature)} is`, `${creditOf(feature)}s are`)} left. `;
}
