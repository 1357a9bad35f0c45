import { applyDecorators } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { DomainError } from '../../errors/domain-error.js';
import { describeFailures, requestIdHeader } from './openapi-failures.js';

const description = `
Makes it safe to send the request again. Of all requests of a tenant with the same key within 24 hours only one is carried
out; when it succeeds, the others get the same answer for no credits, with \`Idempotent-Replayed: true\` and the
\`X-Request-Id\` of that one as \`Original-Request-Id\`. While it is under way they get 409, and another method, path or body
(to the byte) under the key is 422. After a failure, or an answer that cost nothing and started nothing, the key is free again.
An answer that cannot be kept, because it is too long or the tenant's kept answers take all of their room, is 422 and not charged.
`
  .trim()
  .replaceAll('\n', ' ');

/** The headers of an answer that was stored for an idempotency key and is sent again. */
export const replayHeaders = {
  'Idempotent-Replayed': {
    required: false,
    description:
      '`true` when the answer is the stored one of an earlier request with the idempotency key; absent otherwise',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  'Original-Request-Id': {
    required: false,
    description: 'With it: the `X-Request-Id` of that request, under which it was charged',
    schema: requestIdHeader['X-Request-Id'].schema,
    example: requestIdHeader['X-Request-Id'].example,
  },
};

/** Documents that a POST takes an idempotency key, as every POST of the service does. */
export function ApiIdempotent(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description,
      schema: { type: 'string', pattern: '^[\\x20-\\x7E]{1,255}$' },
    }),
    describeFailures(409, [new DomainError('IDEMPOTENCY_KEY_IN_USE')]),
  );
}
