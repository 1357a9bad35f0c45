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

/** The sentences that tell a receiver how to check a callback and how to recognise repetitions. */
const howToReceive =
  'A callback is sent at least once, and callbacks arrive in any order; repetitions have the same `Webhook-Id`. Check the signature before you use the body, ' +
  'and reject times that differ by more than five minutes. The signature follows Standard Webhooks: HMAC-SHA256 over `Webhook-Id`, ' +
  '`Webhook-Timestamp` and the bytes of the body, joined by full stops; the key is the part of the secret after `whsec_`, decoded ' +
  'from Base64.';

/** The headers of a callback. @param id the pattern and an example of the `Webhook-Id` */
function headersOf(id: { readonly pattern: string; readonly example: string }): ReturnType<typeof text>[] {
  return [
    text('Webhook-Id', 'The id of the callback, the same in every attempt.', id.pattern, id.example),
    text('Webhook-Timestamp', 'The time of the attempt, in seconds since 1970.', '^\\d+$', '1771320604'),
    text(
      'Webhook-Signature',
      'Signatures separated by spaces; each is `v1,` and a Base64 text.',
      '^v1,[A-Za-z0-9+/]+=*( v1,[A-Za-z0-9+/]+=*)*$',
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    ),
  ];
}

const responses = {
  '2XX': { description: 'The receiver has accepted the callback.' },
  '410': { description: 'The receiver does not want the callback. It is not attempted again.' },
  default: {
    description:
      'The attempt has failed. It also fails if no answer arrives within 10 seconds. The callback is attempted again ' +
      'after 10 seconds, then after 1, 5 and 15 minutes, and then after 1, 2, 4 and 8 hours.',
  },
};

const nullableText = (description: string) => ({ type: ['string', 'null'] as ('string' | 'null')[], description });

/** The schema of the callback about changes. Its signals have the members of the type `ToldSignal`. */
const changes = {
  type: 'object' as const,
  required: ['tenant_id', 'signals'],
  additionalProperties: false,
  properties: {
    tenant_id: { type: 'string' as const, description: 'The tenant to which the signals belong.' },
    signals: {
      type: 'array' as const,
      description: 'The new signals.',
      minItems: 1,
      maxItems: 100,
      items: {
        type: 'object' as const,
        required: [
          ...['id', 'date', 'signal_type', 'message_text', 'account_website', 'source_type'],
          'intent_holder_network_url',
        ],
        additionalProperties: false,
        properties: {
          id: { type: 'integer' as const, description: 'The id of the signal. No other signal has it.' },
          date: { type: 'string' as const, format: 'date', description: 'The day of the import (UTC).' },
          signal_type: {
            type: 'string' as const,
            description:
              '`Company Change`, `Promotion` or `New Hire` for persons; `Hiring Growth` or `Key Changes` for companies.',
          },
          message_text: nullableText('What has changed.'),
          account_website: nullableText('The website of the company; for a person, of the present employer.'),
          source_type: nullableText('Always `change`.'),
          intent_holder_network_url: nullableText('The profile page of the person.'),
        },
      },
    },
  },
};

const told = {
  tenant_id: 'acme',
  signals: [
    {
      id: 4711,
      date: '2026-02-17',
      signal_type: 'Company Change',
      message_text: 'Jane Doe moved from Acme to Globex as VP Sales, since 2026-02-01',
      account_website: 'globex.com',
      source_type: 'change',
      intent_holder_network_url: 'https://www.network.com/in/jane-doe',
    },
  ],
};

/** The descriptions of all callbacks, for the part `webhooks` of the OpenAPI document. */
export const callbackWebhooks: NonNullable<OpenAPIObject['webhooks']> = {
  prospectingRunEnded: {
    post: {
      operationId: 'prospectingRunEnded',
      summary: 'A prospecting run has ended',
      description: `The service sends this callback when a run ends, if the operator has set a callback URL for the tenant. ${howToReceive}`,
      tags: ['Prospecting'],
      security: [{}],
      parameters: headersOf({ pattern: '^run_\\d+$', example: 'run_2788414107921863' }),
      requestBody: {
        required: true,
        description: 'The job, with the members that `GET /v1/prospecting/jobs/{job_id}` returns.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/ProspectingJob' }, example: ended } },
      },
      responses,
    },
  },
  followedRecordsChanged: {
    post: {
      operationId: 'followedRecordsChanged',
      summary: 'Followed companies or persons have changed',
      description:
        'The service sends this callback when an import has changed records that the tenant follows, if the tenant has a callback URL. The signals ' +
        `are also returned by the routes for signals. ${howToReceive}`,
      tags: ['Signals'],
      security: [{}],
      parameters: headersOf({ pattern: '^changes_\\d+$', example: 'changes_52' }),
      requestBody: {
        required: true,
        description: 'The signals of the changes, at most 100.',
        content: { 'application/json': { schema: changes, example: told } },
      },
      responses,
    },
  },
};
