import { z } from 'zod';
import { RequestSchema, type RequestOf } from '../platform/http/validation/request-schema.js';
import { describeAnswerBounds } from '../platform/http/answer-size.js';
import type { EnrichmentAnswer } from '../platform/http/enrichment-answer.js';
import { describeFieldNames, fieldNames } from '../platform/http/validation/field-names.js';
import { flag, listOf, model, modelAsSent, text } from '../platform/http/validation/shapes.js';
import { allowSignals, signalRecord } from '../signals/allow-signals.dto.js';
import { companyCatalogue, type CompanyFieldType } from '../catalogue/company-catalogue.js';

/** Each alone is enough to look a company up. */
const lookupMembers = ['website', 'network_url', 'network_id'] as const;

const companyIdentifier = modelAsSent({
  website: text()
    .nullish()
    .meta({
      description:
        'Primary domain or any URL on it. A page or tenant on a site of others (`facebook.com/acme`, ' +
        '`acme.zendesk.com`) does not match the owner of that site',
      examples: ['https://www.siemens.com/de'],
    }),
  network_url: text()
    .nullish()
    .meta({
      description:
        'Company profile page; `https://www.` is optional. With strict matching only on network.com or a configured host itself',
      examples: ['https://www.network.com/company/siemens'],
    }),
  network_id: text()
    .nullish()
    .meta({ description: 'Numeric company id, as a string', examples: ['5661061'] }),
  external_id: text()
    .nullish()
    .meta({ description: "The caller's own label; echoed, never matched", examples: ['crm-0042'] }),
})
  .refine((identifier) => lookupMembers.some((member) => Boolean(identifier[member])), {
    error: `provide at least one of ${lookupMembers.join(', ')}`,
  })
  .meta({
    id: 'CompanyIdentifier',
    description: 'At least one of `website`, `network_url` and `network_id`; several together are matched as one',
    anyOf: lookupMembers.map((member) => ({
      required: [member],
      properties: { [member]: { type: 'string', minLength: 1 } },
    })),
  });

export const companyEnrichRequest = new RequestSchema(({ maxBatch }) =>
  model({
    companies: listOf(companyIdentifier, { max: maxBatch }).meta({
      description: `Companies to look up. ${describeAnswerBounds('companies', maxBatch)}`,
    }),
    fields: fieldNames()
      .default([])
      .meta({ description: describeFieldNames('company'), examples: [['name', 'industry']] }),
    include_metadata: flag()
      .default(false)
      .meta({ description: "Appends the tenant's query fields marked as metadata" }),
    enhanced_matching: flag()
      .default(true)
      .meta({
        description:
          'Tolerant matching: sub-domains, aliases, e-mail addresses, the first of several websites, page variants, padded ' +
          'ids. False for strict: the exact host, profile page and id, in any letter case, and all of one company',
      }),
    allow_signals: allowSignals
      .nullish()
      .meta({ description: 'Adds `signals` to every matched company; at most 100000 in an answer' }),
  }).meta({
    id: 'CompanyEnrichRequest',
    description: 'Besides `companies` it needs a non-empty `fields`, `include_metadata` or `allow_signals`',
    examples: [
      {
        companies: [{ website: 'https://www.siemens.com/de', external_id: 'crm-0042' }, { website: 'unknown.example' }],
        fields: ['name', 'founded_year', 'specialities', 'funding_last_date'],
      },
    ],
  }),
);

export type CompanyEnrichRequest = RequestOf<typeof companyEnrichRequest>;
export type CompanyIdentifier = CompanyEnrichRequest['companies'][number];

/** `data` holds every requested field and null where there is no data. */
export interface CompanyResult {
  readonly identifier: CompanyIdentifier;
  readonly data: Readonly<Record<string, unknown>>;
  readonly matched: boolean;
}

export type CompanyEnrichAnswer = EnrichmentAnswer<CompanyResult>;

const valueSchemas: Record<CompanyFieldType, () => z.ZodType> = {
  string: () => z.string(),
  integer: () => z.int(),
  boolean: () => z.boolean(),
  'string[]': () => z.array(z.string()),
  date: () => z.iso.date(),
  'date-time': () => z.iso.datetime(),
};

const catalogueData = Object.fromEntries(
  [...companyCatalogue.values()].map(({ name, type, description }) => [
    name,
    valueSchemas[type]().nullable().optional().meta({ description }),
  ]),
);

/** What is told of a company. */
export const companyData = z
  .object({
    ...catalogueData,
    signals: z
      .array(signalRecord)
      .nullable()
      .optional()
      .meta({ description: 'With `allow_signals`: what was recorded under any website of the company, by date' }),
  })
  .catchall(z.int().nullable())
  .meta({ id: 'CompanyData', description: 'The requested fields; any other name is a query field, a count or null' });

/** The answer as the OpenAPI document describes it. */
export const companyEnrichResponse = z
  .object({
    results: z.array(
      z
        .object({
          identifier: companyIdentifier,
          data: companyData,
          matched: z.boolean().meta({ description: 'Whether a company was found; without one every field is null' }),
        })
        .meta({ id: 'CompanyResult' }),
    ),
  })
  .meta({
    id: 'CompanyEnrichResponse',
    examples: [
      {
        results: [
          {
            identifier: { website: 'https://www.siemens.com/de', external_id: 'crm-0042' },
            data: {
              name: 'Siemens',
              founded_year: 1847,
              specialities: ['Factory automation', 'Building technology', 'Rail vehicles', 'Industrial software'],
              funding_last_date: null,
            },
            matched: true,
          },
          {
            identifier: { website: 'unknown.example' },
            data: { name: null, founded_year: null, specialities: null, funding_last_date: null },
            matched: false,
          },
        ],
      },
    ],
  });
