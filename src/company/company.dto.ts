import { z } from 'zod';
import { RequestSchema, type RequestOf } from '../platform/http/validation/request-schema.js';
import { flag, listOf, model, text } from '../platform/http/validation/shapes.js';
import { allowSignals } from '../signals/allow-signals.dto.js';
import { companyCatalogue, type CompanyFieldType } from './company-catalogue.js';

/** Most field names in one request; well above what the catalogue and any tenant's own fields come to. */
const maxFields = 1_000;

const companyIdentifier = model({
  website: text()
    .nullish()
    .meta({ description: 'Primary domain or any URL on it', examples: ['https://www.siemens.com/de'] }),
  network_url: text().nullish().meta({ description: 'Company profile page; `https://www.` is optional' }),
  network_id: text().nullish().meta({ description: 'Numeric company id, as a string' }),
  external_id: text().nullish().meta({ description: "The caller's own label; echoed, never matched" }),
})
  .refine((identifier) => [identifier.website, identifier.network_url, identifier.network_id].some(Boolean), {
    error: 'provide at least one of website, network_url, network_id',
  })
  .meta({ id: 'CompanyIdentifier' });

export const companyEnrichRequest = new RequestSchema(({ maxBatch }) =>
  model({
    companies: listOf(companyIdentifier, { max: maxBatch }).meta({ description: 'Companies to look up' }),
    fields: listOf(text(), { max: maxFields })
      .default([])
      .meta({
        description: 'Names from the catalogue or of query fields of the tenant',
        examples: [['name', 'industry']],
      }),
    include_metadata: flag()
      .default(false)
      .meta({ description: "Appends the tenant's query fields marked as metadata" }),
    enhanced_matching: flag().default(true).meta({ description: 'Tolerant matching; false for strict' }),
    allow_signals: allowSignals.nullish().meta({ description: 'Adds `signals` to every matched company' }),
  }).meta({ id: 'CompanyEnrichRequest' }),
);

export type CompanyEnrichRequest = RequestOf<typeof companyEnrichRequest>;
export type CompanyIdentifier = CompanyEnrichRequest['companies'][number];

/** `data` holds every requested field and null where there is no data. */
export interface CompanyResult {
  readonly identifier: CompanyIdentifier;
  readonly data: Readonly<Record<string, unknown>>;
  readonly matched: boolean;
}

export interface CompanyEnrichResponse {
  readonly results: readonly CompanyResult[];
}

const valueSchemas: Record<CompanyFieldType, () => z.ZodType> = {
  string: () => z.string(),
  integer: () => z.int(),
  boolean: () => z.boolean(),
  'string[]': () => z.array(z.string()),
  date: () => z.iso.date(),
  'date-time': () => z.iso.datetime(),
};

const companyData = z
  .object(
    Object.fromEntries(
      [...companyCatalogue.values()].map(({ name, type, description }) => [
        name,
        valueSchemas[type]().nullable().optional().meta({ description }),
      ]),
    ),
  )
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
  .meta({ id: 'CompanyEnrichResponse' });
