import type { OpenAPIObject } from '@nestjs/swagger';

const text = (name: string, description: string, pattern: string, example: string) => ({
  ...{
    name,
    in: 'header' as const,
    required: true,
    description,
    schema: { type: 'string' as const, pattern },
    example,
  },
});

const ended = {
  job_id: 2788414107921863,
  status: 'success',
  tenant_id: 'acme',
  company_network_url: 'https://www.network.com/company/datadog',
  team: 'databases',
  client_email: null,
  run_start_time: '2026-02-17T09:30:00.120Z',
  run_end_time: '2026-02-17T09:30:04.380Z',
  failure_reason: null,
};

/** The description of the callback that `callback.service.ts` sends, for `webhooks` in the OpenAPI document. */
export const callbackWebhooks: NonNullable<OpenAPIObject['webhooks']> = {
  prospectingRunEnded: {
    post: {
      operationId: 'prospectingRunEnded',
      summary: 'A prospecting run has ended',
      description:
        'Sent when a run ends, if the operator has set a callback URL for the tenant. It is sent at least once and in any order; ' +
        'repetitions have the same `Webhook-Id`. Check the signature before the body is used, and reject times that differ by more ' +
        'than five minutes. The signature follows Standard Webhooks: HMAC-SHA256 over `Webhook-Id`, `Webhook-Timestamp` and the ' +
        'bytes of the body, joined by full stops; the key is the part of the secret behind `whsec_`, decoded from Base64.',
      tags: ['Prospecting'],
      security: [{}],
      parameters: [
        text('Webhook-Id', 'The id of the callback, the same in every attempt.', '^run_\\d+$', 'run_2788414107921863'),
        text('Webhook-Timestamp', 'The time of the attempt, in seconds since 1970.', '^\\d+$', '1771320604'),
        text(
          'Webhook-Signature',
          'Signatures separated by spaces; each is `v1,` and a Base64 text.',
          '^v1,[A-Za-z0-9+/]+=*( v1,[A-Za-z0-9+/]+=*)*$',
          'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
        ),
      ],
      requestBody: {
        required: true,
        description: 'The job, as its route returns it.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ProspectingJob' }, example: ended } },
      },
      responses: {
        '2XX': { description: 'The receiver has accepted the callback.' },
        '410': { description: 'The receiver does not want the callback. It is not attempted again.' },
        default: {
          description:
            'The attempt has failed. It also fails if no answer arrives within 10 seconds. The callback is attempted again ' +
            'after 10 seconds, then after 1, 5 and 15 minutes, and then after 1, 2, 4 and 8 hours.',
        },
      },
    },
  },
};
