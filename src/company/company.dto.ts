import { z } from 'zod';
import { describeAnswerBounds } from '../enrichment/answer-size.js';
import { type EnrichmentAnswer } from '../enrichment/enrichment-answer.js';
import {
  MatchConditions,
  presence,
  previewCredits,
  recordMatch,
  recordSources,
} from '../enrichment/match-conditions.js';
import { explainDescription, unmatchedReason } from '../enrichment/unmatched-reasons.js';
import {
  asRequested,
  describeFieldNames,
  FieldNames,
  Flag,
  ListOf,
  NeedsOneOf,
  Nested,
  Nullish,
  RequestDto,
  Text,
  ValueRule,
} from '../platform/http/validation/request-dto.js';
import { AllowSignals, signalRecord } from '../signals/signal.dto.js';
import { companyCatalogue, type CompanyFieldType } from '../catalogue/company-catalogue.js';

@RequestDto({
  description: 'At least one of `website`, `network_url` and `network_id`, which identify one company together.',
})
@NeedsOneOf([['website'], ['network_url'], ['network_id']], 'provide at least one of website, network_url, network_id')
export class CompanyIdentifier {
  @Nullish()
  @Text({
    description:
      "The company's primary domain or a URL on it. A customer's page or subdomain on a shared site (`facebook.com/acme`, " +
      '`acme.zendesk.com`) does not match the owner of that site.',
    example: 'https://www.siemens.com/de',
  })
  website?: string | null;

  @Nullish()
  @Text({
    description:
      'The company profile page; `https://www.` is optional. If the operator has configured hosts, strict matching accepts only ' +
      'these and network.com.',
    example: 'https://www.network.com/company/siemens',
  })
  network_url?: string | null;

  @Nullish()
  @Text({ description: 'The numeric company id, as a string.', example: '5661061' })
  network_id?: string | null;

  @Nullish()
  @Text({ description: 'Your label for the result; it is returned unchanged and not matched.', example: 'crm-0042' })
  external_id?: string | null;
}

@RequestDto({
  description: '`companies`, and at least one of a non-empty `fields`, `include_metadata` and `allow_signals`.',
  example: {
    companies: [{ website: 'https://www.siemens.com/de', external_id: 'crm-0042' }, { website: 'unknown.example' }],
    fields: ['name', 'founded_year', 'specialities', 'funding_last_date'],
  },
})
export class CompanyEnrichRequest extends MatchConditions {
  @ListOf(CompanyIdentifier, {
    max: ({ maxBatch }) => maxBatch,
    describe: ({ maxBatch }) => `The companies to enrich. ${describeAnswerBounds('companies', maxBatch)}`,
  })
  companies!: CompanyIdentifier[];

  @FieldNames({
    description: describeFieldNames(companyCatalogue.values()),
    suggested: companyCatalogue.keys(),
    example: ['name', 'industry'],
  })
  fields: string[] = [];

  @Flag({ description: 'Whether to add the query fields that the tenant has marked as metadata.' })
  include_metadata = false;

  @Flag({
    description:
      'Whether spelling variants match, too: subdomains, aliases, e-mail addresses, lists of websites, other forms of a profile ' +
      'page, and ids with leading zeros. If false, only the exact host, profile page and id of one company match, in any letter case.',
  })
  enhanced_matching = true;

  @Nullish()
  @Nested(AllowSignals, { description: 'Adds `signals` to every matched company, at most 100,000 in an answer.' })
  allow_signals?: AllowSignals | null;

  @Flag({ description: explainDescription })
  explain = false;
}

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

/**
 * The schema of a company's data: a member for each requested field, null if no value is stored. In TypeScript, the values have
 * the type `unknown`.
 */
export const companyData: z.ZodType<Readonly<Record<string, unknown>>> = z
  .object({
    ...catalogueData,
    signals: z
      .array(signalRecord)
      .nullable()
      .optional()
      .meta({ description: 'The signals of all websites of the company, by date; present with `allow_signals`.' }),
  })
  // Query fields are integers or null, but the schema allows any value. In TypeScript, an index signature must fit all members,
  // so the clients that some generators write would not compile with a narrower schema.
  .catchall(z.unknown())
  .meta({
    id: 'CompanyData',
    description:
      'The values of the requested fields. A member that this schema does not name is a query field with the number of ' +
      'matching employees, or null. If a requested name belongs to no field, its value is null.',
  });

const companyResult = z
  .object({
    identifier: asRequested(CompanyIdentifier),
    data: companyData,
    matched: z.boolean().meta({ description: 'Whether a company was found; if false, every field is null.' }),
    unmatched_reason: unmatchedReason,
    match: recordMatch,
    sources: recordSources,
    has: presence,
  })
  .meta({ id: 'CompanyResult' });

type CompanyResult = Readonly<z.output<typeof companyResult>>;

/** The schema of the answer of `POST /v1/company/enrich`, for the OpenAPI document. */
export const companyEnrichResponse = z
  .object({
    results: z.array(companyResult).describe('One result for each company, in the order of the request.'),
    credits: previewCredits,
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

export type CompanyEnrichAnswer = EnrichmentAnswer<CompanyResult>;

@RequestDto()
export class FindCompaniesRequest {
  @ValueRule((text: string) => (text.trim() === '' ? 'the text must not be blank' : null))
  @Text({
    max: 2_048,
    description: 'A name or the beginning of one, a website, or the address of a profile page.',
    example: 'siemens',
  })
  q!: string;
}

/** The fields by which a user distinguishes companies that have the same name. */
export const foundCompanyFields = ['name', 'website', 'network_url', 'location_country', 'industry'] as const;

const foundCompany: z.ZodType<Readonly<Record<string, unknown>>> = z
  .object(
    Object.fromEntries(
      foundCompanyFields.map((name) => [
        name,
        z
          .string()
          .nullable()
          .meta({ description: companyCatalogue.get(name)?.description ?? '' }),
      ]),
    ),
  )
  .meta({ id: 'FoundCompany' });

/** The schema of the answer of `GET /v1/companies`, for the OpenAPI document. */
export const findCompaniesResponse = z
  .object({
    companies: z
      .array(foundCompany)
      .max(10)
      .meta({
        description:
          'The company that an enrichment of the text would match, then companies with this name, then companies whose name begins ' +
          'with it.',
      }),
  })
  .meta({
    id: 'FindCompaniesResponse',
    examples: [
      {
        companies: [
          {
            name: 'Siemens',
            website: 'siemens.com',
            network_url: 'https://www.network.com/company/siemens',
            location_country: 'Germany',
            industry: 'Industrial Automation',
          },
        ],
      },
    ],
  });

export type FoundCompanies = z.output<typeof findCompaniesResponse>;
