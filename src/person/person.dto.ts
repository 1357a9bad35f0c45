import { z } from 'zod';
import { companyData } from '../company/company.dto.js';
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
  FlagOrFieldNames,
  ListOf,
  NeedsOneOf,
  Nested,
  Nullish,
  RequestDto,
  Text,
} from '../platform/http/validation/request-dto.js';
import { AllowSignals, signalRecord } from '../signals/signal.dto.js';
import { companyCatalogue } from '../catalogue/company-catalogue.js';
import { personCatalogue } from '../catalogue/person-catalogue.js';
import { seniorities } from '../titles/seniority.js';

/** The sets of members that identify a person. An identifier must have all members of one set as non-empty texts. */
const combinations = [
  ['network_url'],
  ['work_email'],
  ['full_name', 'company_domain'],
  ['full_name', 'company_name'],
  ['first_name', 'last_name', 'company_domain'],
  ['first_name', 'last_name', 'company_name'],
] as const;

@RequestDto({
  description:
    'A profile page, a work e-mail address, or a name with an employer. If several are given, they identify one person together.',
})
@NeedsOneOf(
  combinations,
  'provide network_url, or work_email, or a name (full_name, or first_name and last_name) ' +
    'with company_domain or company_name',
)
export class PersonIdentifier {
  @Nullish()
  @Text({
    description: 'The profile page; `https://www.` is optional.',
    example: 'https://www.network.com/in/theresa-weber',
  })
  network_url?: string | null;

  @Nullish()
  @Text({
    description:
      'The work e-mail address, also as `Name <address>` or `mailto:`; a name and an employer improve the match.',
  })
  work_email?: string | null;

  @Nullish()
  @Text({ description: 'The full name; it needs `company_domain` or `company_name`.' })
  full_name?: string | null;

  @Nullish()
  @Text({ description: 'The first name; it needs `last_name`, and `company_domain` or `company_name`.' })
  first_name?: string | null;

  @Nullish()
  @Text({ description: 'The last name; it needs `first_name`, and `company_domain` or `company_name`.' })
  last_name?: string | null;

  @Nullish()
  @Text({ description: 'The domain of the current employer.' })
  company_domain?: string | null;

  @Nullish()
  @Text({ description: 'The name of the current employer.' })
  company_name?: string | null;

  @Nullish()
  @Text({ description: 'Your label for the result; it is returned unchanged and not matched.' })
  external_id?: string | null;
}

@RequestDto({
  description:
    '`persons`, and at least one of a non-empty `fields`, `include_personas`, `include_contact_data`, `enrich_company` ' +
    'and `allow_signals`.',
  example: {
    persons: [{ full_name: 'Theresa Weber', company_domain: 'siemens.com', external_id: 'crm-0108' }],
    fields: ['full_name', 'job_title', 'location_locality'],
    include_personas: true,
    include_contact_data: true,
  },
})
export class PersonEnrichRequest extends MatchConditions {
  @ListOf(PersonIdentifier, {
    max: ({ maxBatch }) => maxBatch,
    describe: ({ maxBatch }) => `The persons to enrich. ${describeAnswerBounds('persons', maxBatch)}`,
  })
  persons!: PersonIdentifier[];

  @Nullish()
  @FieldNames({
    description: describeFieldNames(Array.from(personCatalogue.values(), (field) => ({ ...field, type: 'string' }))),
    suggested: personCatalogue.keys(),
    example: ['full_name', 'job_title'],
  })
  fields?: string[] | null;

  @Flag({ description: 'Whether to add `personas` and `seniority`.' })
  include_personas = false;

  @Flag({ description: 'Whether to add `email` and `phone`.' })
  include_contact_data = false;

  @FlagOrFieldNames({
    description:
      'Adds `company`, the data of the current employer: true for all company fields, or a list of fields; it is part of the ' +
      "person's `data_access` credit.",
    suggested: companyCatalogue.keys(),
  })
  enrich_company: boolean | string[] = false;

  @Nullish()
  @Nested(AllowSignals, { description: 'Adds `signals` to every matched person, at most 100,000 in an answer.' })
  allow_signals?: AllowSignals | null;

  @Flag({ description: explainDescription })
  explain = false;
}

const profileData = Object.fromEntries(
  [...personCatalogue.values()].map(({ name, description }) => [
    name,
    z.string().nullable().optional().meta({ description }),
  ]),
);

/**
 * Makes the schema of a member that an option adds to `data`, such as `email`. Without the option, the same name in `fields` is
 * the name of a query field, whose value is 0 or 1. The schema leaves this out on purpose. Otherwise a generated client would have to
 * distinguish numbers from texts wherever it reads an address.
 */
function added<Shape extends z.ZodType>(shape: Shape, description: string) {
  return shape.nullable().optional().meta({ description });
}

/**
 * The schema of a person's data: a member for each requested field, null if no value is stored. In TypeScript, the values have
 * the type `unknown`.
 */
const personData: z.ZodType<Readonly<Record<string, unknown>>> = z
  .object({
    ...profileData,
    personas: added(z.array(z.string()), 'The role tags; present with `include_personas`.'),
    seniority: added(z.enum(seniorities.toReversed()), 'The seniority; present with `include_personas`.'),
    email: added(z.string(), 'The e-mail address; present with `include_contact_data`.'),
    phone: added(z.string(), 'The phone number; present with `include_contact_data`.'),
    company: added(companyData, 'The current employer; present with `enrich_company`.'),
    signals: added(z.array(signalRecord), 'The signals of the person, by date; present with `allow_signals`.'),
  })
  .catchall(z.unknown())
  .meta({
    id: 'PersonData',
    description:
      'The requested data. Any other name in `fields` is a query field: its value is 1 if the person matches it, 0 if not, and null ' +
      'if no person was found. If an option that adds a member, such as `email`, is not set, the name of this member is a query field, too, ' +
      'whose 0 or 1 is not described here.',
  });

const resolvedIdentifier = z.object({
  resolved_network_url: z
    .string()
    .nullable()
    .optional()
    .meta({
      description:
        'The profile page of the matched person; null for a person without a page on record. It is present only if another identifier ' +
        'than `network_url` has found the person.',
    }),
});

const personResult = z
  .object({
    identifier: asRequested(PersonIdentifier)
      .and(resolvedIdentifier)
      .meta({ description: 'The identifier of the request.' }),
    data: personData,
    matched: z.boolean().meta({ description: 'Whether a person was found; if false, every field is null.' }),
    unmatched_reason: unmatchedReason,
    match: recordMatch,
    sources: recordSources,
    has: presence,
  })
  .meta({ id: 'PersonResult' });

type PersonResult = Readonly<z.output<typeof personResult>>;

export type PersonEnrichAnswer = EnrichmentAnswer<PersonResult>;

/** The schema of the answer of `POST /v1/person/enrich`, for the OpenAPI document. */
export const personEnrichResponse = z
  .object({
    results: z.array(personResult).describe('One result for each person, in the order of the request.'),
    credits: previewCredits,
  })
  .meta({
    id: 'PersonEnrichResponse',
    examples: [
      {
        results: [
          {
            identifier: {
              full_name: 'Theresa Weber',
              company_domain: 'siemens.com',
              external_id: 'crm-0108',
              resolved_network_url: 'https://www.network.com/in/theresa-weber',
            },
            data: {
              full_name: 'Theresa Weber',
              job_title: 'Information Security Analyst',
              location_locality: 'Munich',
              personas: ['security'],
              seniority: 'seniority_ic',
              email: 'tweber@siemens.com',
              phone: '+49 69 90009 290',
            },
            matched: true,
          },
        ],
      },
    ],
  });
