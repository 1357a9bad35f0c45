import { getSchemaPath } from '@nestjs/swagger';
import { z } from 'zod';
import { describeAnswerBounds, type EnrichmentAnswer } from '../platform/http/enrichment-answer.js';
import {
  describeFieldNames,
  FieldNames,
  Flag,
  ListOf,
  NeedsOneOf,
  Nested,
  Nullish,
  RequestDto,
  Text,
} from '../platform/http/validation/request-dto.js';
import { AllowSignals, signalRecord } from '../signals/signal.dto.js';
import { companyCatalogue, type CompanyFieldType } from '../catalogue/company-catalogue.js';

@RequestDto({
  description: 'At least one of `website`, `network_url` and `network_id`; several together are matched as one',
})
@NeedsOneOf([['website'], ['network_url'], ['network_id']], 'provide at least one of website, network_url, network_id')
export class CompanyIdentifier {
  @Nullish()
  @Text({
    description:
      'Primary domain or any URL on it. A page or tenant on a site of others (`facebook.com/acme`, ' +
      '`acme.zendesk.com`) does not match the owner of that site',
    example: 'https://www.siemens.com/de',
  })
  website?: string | null;

  @Nullish()
  @Text({
    description:
      'Company profile page; `https://www.` is optional. With strict matching only on network.com or a configured host itself',
    example: 'https://www.network.com/company/siemens',
  })
  network_url?: string | null;

  @Nullish()
  @Text({ description: 'Numeric company id, as a string', example: '5661061' })
  network_id?: string | null;

  @Nullish()
  @Text({ description: "The caller's own label; echoed, never matched", example: 'crm-0042' })
  external_id?: string | null;
}

@RequestDto({
  description: 'Besides `companies` it needs a non-empty `fields`, `include_metadata` or `allow_signals`',
  example: {
    companies: [{ website: 'https://www.siemens.com/de', external_id: 'crm-0042' }, { website: 'unknown.example' }],
    fields: ['name', 'founded_year', 'specialities', 'funding_last_date'],
  },
})
export class CompanyEnrichRequest {
  @ListOf(CompanyIdentifier, {
    max: ({ maxBatch }) => maxBatch,
    describe: ({ maxBatch }) => `Companies to look up. ${describeAnswerBounds('companies', maxBatch)}`,
  })
  companies!: CompanyIdentifier[];

  @FieldNames({ description: describeFieldNames('company'), example: ['name', 'industry'] })
  fields: string[] = [];

  @Flag({ description: "Appends the tenant's query fields marked as metadata" })
  include_metadata = false;

  @Flag({
    description:
      'Tolerant matching: sub-domains, aliases, e-mail addresses, the first of several websites, page variants, padded ' +
      'ids. False for strict: the exact host, profile page and id, in any letter case, and all of one company',
  })
  enhanced_matching = true;

  @Nullish()
  @Nested(AllowSignals, { description: 'Adds `signals` to every matched company; at most 100000 in an answer' })
  allow_signals?: AllowSignals | null;
}

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
          identifier: z.unknown().meta({ $ref: getSchemaPath(CompanyIdentifier) }),
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
