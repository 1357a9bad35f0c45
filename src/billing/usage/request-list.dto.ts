import { z } from 'zod';
import { PageRequest, unstorableFlaw } from '../../platform/http/validation/page-request.js';
import {
  IsoDate,
  OneOf,
  OptionalParameter,
  RequestDto,
  Text,
  ValueRule,
} from '../../platform/http/validation/request-dto.js';
import { type RequestStatus, requestStatuses } from './request-list.reader.js';
import { featureUsage } from './usage.dto.js';

@RequestDto()
export class ListRequestsRequest extends PageRequest {
  @OptionalParameter()
  @IsoDate({ description: 'Only requests that began on this day or later, in UTC.' })
  from?: string;

  @OptionalParameter()
  @IsoDate({ description: 'Only requests that began on this day or earlier, in UTC.' })
  to?: string;

  @OptionalParameter()
  @ValueRule(unstorableFlaw)
  @Text({ max: 200, description: 'Only requests of this endpoint, such as `POST /v1/company/enrich`.' })
  endpoint?: string;

  @OptionalParameter()
  @ValueRule(unstorableFlaw)
  @Text({ max: 200, description: 'Only requests with the API key of this id.' })
  key_id?: string;

  @OptionalParameter()
  @OneOf(requestStatuses, { description: 'Only requests with this status.' })
  status?: RequestStatus;
}

const count = z.int().min(0);

export const listedRequest = z
  .object({
    request_id: z.string().meta({ description: 'The `X-Request-Id` of the request.' }),
    endpoint: z.string().nullable().meta({ description: 'The method and route of the request.' }),
    key_id: z
      .string()
      .nullable()
      .meta({ description: 'The id of the API key; null for a run that an operator started.' }),
    status: z.enum(requestStatuses).meta({
      description:
        '`pending`: credits are reserved, the request or run is under way. `charged`: it was charged. `free`: it was answered and ' +
        'nothing was charged. `failed`: it failed, and its credits were released. `expired`: it did not end, and its credits were ' +
        'released.',
    }),
    identifiers: count.nullable().meta({
      description:
        'The number of identifiers of an enrichment that was answered; null for a run, and for a request that was not answered.',
    }),
    matched: count.nullable().meta({
      description: 'The number of identifiers for which a record was found; null if `identifiers` is null.',
    }),
    credits: z.array(featureUsage).meta({ description: 'The credits by feature.' }),
    started_at: z.iso.datetime().meta({ description: 'The time of the reservation, in UTC.' }),
    ended_at: z.iso.datetime().nullable().meta({
      description: 'The time when the credits were charged or released, in UTC; null if the request is pending.',
    }),
    run: z
      .object({
        job_id: z.int().meta({ description: 'The id of the run.', format: 'int64' }),
        company_network_url: z.string().meta({ description: 'The profile page of the company.' }),
      })
      .optional()
      .meta({
        description:
          'The prospecting run that the request has started. It is absent for an enrichment, and if the run was deleted.',
      }),
  })
  .meta({ id: 'ListedRequest' });

export const requestListResponse = z
  .object({
    requests: z.array(listedRequest).meta({ description: 'The requests, the newest first.' }),
    next_cursor: z.string().nullable().meta({ description: 'The `cursor` of the next page; null on the last page.' }),
  })
  .meta({
    id: 'RequestListResponse',
    examples: [
      {
        requests: [
          {
            request_id: '5a2f6c1e-8f0b-4f0e-9d53-2f8d1c7b6a90',
            endpoint: 'POST /v1/company/enrich',
            key_id: 'key_7Hq2mZr1',
            status: 'charged',
            ...{ identifiers: 10, matched: 9 },
            credits: [{ feature: 'data_access', reserved: 10, charged: 8, released: 2 }],
            ...{ started_at: '2026-02-17T09:30:00.120Z', ended_at: '2026-02-17T09:30:00.135Z' },
          },
        ],
        next_cursor: 'MTc3MTMyMDYwMDEyMC40Mg',
      },
    ],
  });

export type RequestListResponse = z.infer<typeof requestListResponse>;
