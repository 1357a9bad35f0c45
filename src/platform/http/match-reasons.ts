import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

export const missReasons = ['unusable_identifier', 'no_candidate', 'several_candidates', 'contradiction'] as const;

/** Why an identifier has no match. */
export type MissReason = (typeof missReasons)[number];

/** Whether results without a match say why. */
export type ResultDetail = 'plain' | 'with-reasons';

/** The preference of RFC 7240, which a server may ignore: answers without it have the members of the contract only. */
export const matchReasons = 'match-reasons';
const offering = /^\/v1\/(?:company|person)\/enrich\/?$/i;
const asking = new RegExp(`(?:^|,)[ \\t]*${matchReasons}[ \\t]*(?:;[^,]*)?(?:,|$)`, 'i');

/** Whether the results of a request say why they have no match; always `plain` for routes other than enrichments. */
export function resultDetailOf({ headers, path }: Pick<Request, 'headers' | 'path'>): ResultDetail {
  const { prefer } = headers;
  return prefer !== undefined && asking.test(String(prefer)) && offering.test(path) ? 'with-reasons' : 'plain';
}

/** Injects the {@link ResultDetail} into a controller method. */
export const CurrentResultDetail = createParamDecorator((_: unknown, context: ExecutionContext) =>
  resultDetailOf(context.switchToHttp().getRequest<Request>()),
);

/** The headers of a successful answer. */
export function preferenceHeaders(detail: ResultDetail): Readonly<Record<string, string>> {
  return detail === 'plain' ? {} : { 'Preference-Applied': matchReasons };
}

/** A result without a match. @param reason undefined unless asked for */
export function unmatched<Result extends object>(result: Result, reason: MissReason | undefined): Result {
  return reason === undefined ? result : { ...result, reason };
}
