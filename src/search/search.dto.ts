import { OmitType } from '@nestjs/swagger';
import { z } from 'zod';
import { companyEnrichResponse, CompanyEnrichRequest } from '../company/company.dto.js';
import { personEnrichResponse, PersonEnrichRequest } from '../person/person.dto.js';
import {
  AnyObject,
  FieldNames,
  JsonNumber,
  Nullish,
  OneOf,
  RequestDto,
  Text,
} from '../platform/http/validation/request-dto.js';
import { exactUpTo, maxPage } from './search-limits.js';
import { maxCursorLength } from './search-cursor.js';

/** The members of an enrichment that decide whether an identifier matches. A search has no identifiers. */
const conditions = ['include_match', 'min_confidence', 'required', 'explain'] as const;

const whereDescription =
  'The conditions, all of which must hold; `GET /v1/search/fields` lists its members. `all`, `any` and `none` are lists of further ' +
  'conditions. Without conditions every record matches.';
const totals = ['exact', 'estimate', 'none'] as const;

/** Adds the members that all searches have to the options of an enrichment. */
function withPage<Options extends object>(Base: new () => Options) {
  class Page extends (Base as new () => object) {
    @AnyObject({ description: whereDescription })
    where: Record<string, unknown> = {};

    @JsonNumber({ min: 0, max: maxPage, isWhole: true, description: 'The number of records of a page; 0 only counts.' })
    size = 25;

    @Nullish()
    @Text({ max: maxCursorLength, description: 'The `cursor` of the page before.' })
    cursor?: string | null;

    @OneOf(totals, {
      description: `Whether to count all records that match: exactly up to ${exactUpTo}, and as an estimate beyond, or not at all. Free.`,
    })
    total: (typeof totals)[number] = 'exact';

    @FieldNames({
      description: 'Members of `where` whose most frequent values are counted in the records that match. Free.',
      example: ['countries'],
    })
    facets: string[] = [];
  }
  return Page as new () => Options & Page;
}

@RequestDto({
  description: 'What to find (`where`), and what to return of each company.',
  example: {
    where: { industries: ['Cybersecurity'], employee_count: { min: 50, max: 500 }, countries: ['Germany', 'France'] },
    fields: ['name', 'employee_count', 'location_country'],
    size: 25,
  },
})
export class CompanySearchRequest extends withPage(
  OmitType(CompanyEnrichRequest, ['companies', 'enhanced_matching', ...conditions]),
) {}

@RequestDto({
  description: 'Whom to find (`where`), and what to return of each person.',
  example: {
    where: { seniorities: ['director'], personas: ['engineering'], company: { industries: ['Cybersecurity'] } },
    fields: ['full_name', 'job_title', 'company_website'],
    size: 25,
  },
})
export class PersonSearchRequest extends withPage(OmitType(PersonEnrichRequest, ['persons', ...conditions])) {}

const countedValue = z.object({
  value: z.string().describe('The value, as most records have it.'),
  records: z.int().min(0).describe('The number of records that have the value.'),
});

const found = {
  total: z
    .object({
      count: z.int().min(0).describe('The number.'),
      kind: z.enum(['exact', 'estimate']).describe('Whether it was counted, or estimated because it is large.'),
    })
    .nullable()
    .describe('The number of all records that match; null with `total` as `none`.'),
  facets: z
    .record(z.string(), z.array(countedValue))
    .describe('For each requested member its 25 most frequent values. They are an estimate if `total` is.'),
  cursor: z.string().nullable().describe('For the next page; null after the last one.'),
};

/** The schemas of the answers of the searches, for the OpenAPI document. */
export const companySearchResponse = companyEnrichResponse
  .extend(found)
  .meta({ id: 'CompanySearchResponse', examples: [] });
export const personSearchResponse = personEnrichResponse
  .extend(found)
  .meta({ id: 'PersonSearchResponse', examples: [] });

const searchMember = z.object({
  name: z.string().describe('The name of the member.'),
  type: z
    .enum(['texts', 'bounds', 'day', 'contacts', 'signals', 'query_fields', 'definition', 'definitions'])
    .describe('What the member takes.'),
  description: z.string().describe('When the condition holds.'),
  is_facet: z.boolean().describe('Whether its values can be counted as a facet.'),
  values: z
    .array(countedValue)
    .optional()
    .describe('The most frequent values on record, as they were counted after the last import; only of texts.'),
});

/** The schema of the answer of `GET /v1/search/fields`, for the OpenAPI document. */
export const searchFieldsResponse = z
  .object({
    persons: z.array(searchMember).describe('The members of the conditions for persons.'),
    companies: z.array(searchMember).describe('The members of the conditions for companies.'),
  })
  .meta({ id: 'SearchFieldsResponse' });
export type SearchFields = z.output<typeof searchFieldsResponse>;

/** The maximum number of characters of a sentence. */
const maxSentence = 500;

@RequestDto({ example: { text: 'CTOs at fintech companies in Berlin with 50 to 200 employees', of: 'persons' } })
export class InterpretRequest {
  @Text({ max: maxSentence, description: 'A sentence in plain words, in English.' })
  text!: string;

  @OneOf(['persons', 'companies'], { description: 'What the sentence is about.' })
  of!: 'persons' | 'companies';
}

/** The schema of the answer of `POST /v1/search/interpret`, for the OpenAPI document. */
export const interpretResponse = z
  .object({
    where: z.record(z.string(), z.unknown()).describe('The conditions, as a search takes them.'),
    understood: z
      .array(
        z.object({
          text: z.string().describe('A part of the sentence.'),
          member: z.string().describe('The path of the member that it became, such as `company.industries`.'),
          value: z.unknown().describe('What it gave to the member.'),
        }),
      )
      .describe('The parts of the sentence that became conditions.'),
    not_understood: z
      .array(z.string())
      .describe('The parts of the sentence that have a meaning which no condition has.'),
  })
  .meta({ id: 'InterpretResponse' });
export type Interpretation = z.output<typeof interpretResponse>;
