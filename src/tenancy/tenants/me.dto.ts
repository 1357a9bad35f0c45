import { z } from 'zod';

const limit = z.int().min(1);

const key = z.object({
  id: z.string().meta({ description: 'The id of the API key, as in usage reports.' }),
  label: z.string().nullable().meta({ description: 'The label of the key; null if it has none.' }),
  created_at: z.iso.datetime().meta({ description: 'The time at which the key was created, in UTC.' }),
  expires_at: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'The time at which the key expires, in UTC; null if it never expires.' }),
});

export const meResponse = z
  .object({
    tenant_id: z.string().meta({ description: 'The id of the tenant.' }),
    tenant_name: z.string().meta({ description: 'The name of the tenant.' }),
    key: key.meta({ description: 'The API key of the request.' }),
    limits: z
      .object({
        burst_requests: limit.meta({ description: 'The maximum number of requests in a window.' }),
        burst_window_seconds: limit.meta({ description: 'The length of the window, in seconds.' }),
        requests_per_second: limit.meta({ description: 'The maximum number of requests within any second.' }),
        identifiers_per_request: limit.meta({
          description: 'The maximum number of companies or persons in one request.',
        }),
      })
      .meta({ description: 'The limits in force. Rate limits apply to each client address.' }),
    previews: z.boolean().optional().meta({
      description:
        'Whether the tenant may send requests with `preview`. Absent unless the operator has enabled previews.',
    }),
    search: z.boolean().optional().meta({
      description:
        'Whether the tenant may search companies and persons by conditions. Absent unless the operator has enabled search.',
    }),
  })
  .meta({
    id: 'MeResponse',
    examples: [
      {
        tenant_id: 'acme',
        tenant_name: 'Acme Inc.',
        key: { id: 'key_7Hq2mZr1', label: 'crm', created_at: '2026-01-05T10:00:00.000Z', expires_at: null },
        limits: {
          burst_requests: 1000,
          burst_window_seconds: 60,
          requests_per_second: 100,
          identifiers_per_request: 1000,
        },
      },
    ],
  });

export type MeResponse = z.output<typeof meResponse>;

const listedKey = key
  .extend({
    ends_with: z.string().meta({
      description:
        'The last four characters of the key, by which the owner of a copy of the key finds it in this list.',
    }),
    last_used_at: z.iso.datetime().nullable().meta({
      description:
        'The minute in which the key was last used, in UTC; null if it was never used. A use is shown after about a minute.',
    }),
    revoked_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'The time at which the key was revoked, in UTC; null if it is not revoked.' }),
    current: z.boolean().meta({ description: 'Whether this key is the one that the request was sent with.' }),
  })
  .meta({ id: 'ListedKey' });

export const keysResponse = z
  .object({
    keys: z
      .array(listedKey)
      .meta({ description: 'The keys of the tenant, the oldest first. Revoked and expired keys are included.' }),
  })
  .meta({
    id: 'KeysResponse',
    examples: [
      {
        keys: [
          {
            id: 'key_7Hq2mZr1',
            label: 'crm',
            created_at: '2026-01-05T10:00:00.000Z',
            expires_at: null,
            ends_with: 'k3Xw',
            last_used_at: '2026-11-24T08:15:00.000Z',
            revoked_at: null,
            current: true,
          },
        ],
      },
    ],
  });

export type KeysResponse = z.output<typeof keysResponse>;
