import { getSchemaPath } from '@nestjs/swagger';
import { z } from 'zod';
import { companyData } from '../company/company.dto.js';
import { describeAnswerBounds, type EnrichmentAnswer } from '../platform/http/enrichment-answer.js';
import {
  describeFieldNames,
  FieldNames,
  Flag,
  FlagOrFieldNames,
  ListOf,
  NeedsOneOf,
  Nested,
  Nullish,
  RequestDto,
  Text,
} from '../platform/http/validation/request-dto.js';
import { AllowSignals, signalRecord } from '../signals/signal.dto.js';
import { personCatalogue } from '../catalogue/person-catalogue.js';

const seniorities = ['seniority_executive', 'seniority_director', 'seniority_teamlead', 'seniority_ic'] as const;

/** One of these sets of members is needed, each member a text that is not empty. */
const combinations = [
  ['network_url'],
  ['work_email'],
  ['full_name', 'company_domain'],
  ['full_name', 'company_name'],
  ['first_name', 'last_name', 'company_domain'],
  ['first_name', 'last_name', 'company_name'],
] as const;

@RequestDto({
  description: 'A profile URL, or a work e-mail, or a name with an employer; several together are matched as one',
})
@NeedsOneOf(
  combinations,
  'provide network_url, or work_email, or a name (full_name, or first_name and last_name) ' +
    'with company_domain or company_name',
)
export class PersonIdentifier {
  @Nullish()
  @Text({ description: 'Profile page; `https://www.` is optional. Looked up directly' })
  network_url?: string | null;

  @Nullish()
  @Text({ description: 'Work e-mail address, also as `Name <address>` or `mailto:`; a name and employer help' })
  work_email?: string | null;

  @Nullish()
  @Text({ description: 'With `company_domain` or `company_name`' })
  full_name?: string | null;

  @Nullish()
  @Text({ description: 'With `last_name`, and `company_domain` or `company_name`' })
  first_name?: string | null;

  @Nullish()
  @Text({ description: 'With `first_name`, and `company_domain` or `company_name`' })
  last_name?: string | null;

  @Nullish()
  @Text({ description: 'Domain of the current employer' })
  company_domain?: string | null;

  @Nullish()
  @Text({ description: 'Name of the current employer' })
  company_name?: string | null;

  @Nullish()
  @Text({ description: "The caller's own label; echoed, never matched" })
  external_id?: string | null;
}

@RequestDto({
  description:
    'Besides `persons` it needs a non-empty `fields`, `include_personas`, `include_contact_data`, `enrich_company` ' +
    'or `allow_signals`',
})
export class PersonEnrichRequest {
  @ListOf(PersonIdentifier, {
    max: ({ maxBatch }) => maxBatch,
    describe: ({ maxBatch }) => `Persons to look up. ${describeAnswerBounds('persons', maxBatch)}`,
  })
  persons!: PersonIdentifier[];

  @Nullish()
  @FieldNames({ description: describeFieldNames('person'), example: ['full_name', 'job_title'] })
  fields?: string[] | null;

  @Flag({ description: 'Adds `personas` and `seniority`' })
  include_personas = false;

  @Flag({ description: 'Adds `email` and `phone`' })
  include_contact_data = false;

  @FlagOrFieldNames({
    description:
      'Adds `company`: true for every company field, or the fields wanted. Costs the `data_access` credit of the person, ' +
      'as `fields` does',
  })
  enrich_company: boolean | string[] = false;

  @Nullish()
  @Nested(AllowSignals, { description: 'Adds `signals` to every matched person; at most 100000 in an answer' })
  allow_signals?: AllowSignals | null;
}

/** `data` holds everything that was asked for, and null where there is no data. */
export interface PersonResult {
  readonly identifier: PersonIdentifier & { readonly resolved_network_url?: string };
  readonly data: Readonly<Record<string, unknown>>;
  readonly matched: boolean;
}

export type PersonEnrichAnswer = EnrichmentAnswer<PersonResult>;

const profileData = Object.fromEntries(
  [...personCatalogue.values()].map(({ name, description }) => [
    name,
    z.string().nullable().optional().meta({ description }),
  ]),
);

const membership = z.int().min(0).max(1).nullable();

/** What an option adds. In `fields` of a request without the option its name is a query, as every name that is no field. */
function added<Shape extends z.ZodType>(shape: Shape, description: string) {
  return z.union([shape, membership]).optional().meta({ description });
}

const personData = z
  .object({
    ...profileData,
    personas: added(z.array(z.string()), 'With `include_personas`: role tags'),
    seniority: added(z.enum(seniorities), 'With `include_personas`'),
    email: added(z.string(), 'With `include_contact_data`'),
    phone: added(z.string(), 'With `include_contact_data`'),
    company: added(companyData, 'With `enrich_company`: the current employer'),
    signals: added(z.array(signalRecord), 'With `allow_signals`: what was recorded about the person, by date'),
  })
  .catchall(membership)
  .meta({
    id: 'PersonData',
    description: 'What was asked for; any other name is a query: 1 who matches it, 0 who does not',
  });

/** The answer as the OpenAPI document describes it. */
export const personEnrichResponse = z
  .object({
    results: z.array(
      z
        .object({
          identifier: z
            .object({
              resolved_network_url: z
                .string()
                .optional()
                .meta({ description: 'Profile page of who was found otherwise than by `network_url`' }),
            })
            .meta({
              description: 'The members that were sent',
              allOf: [{ $ref: getSchemaPath(PersonIdentifier) }],
            }),
          data: personData,
          matched: z.boolean().meta({ description: 'Whether one person stood out; without one everything is null' }),
        })
        .meta({ id: 'PersonResult' }),
    ),
  })
  .meta({ id: 'PersonEnrichResponse' });
