import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { companyCatalogue } from '../../catalogue/company-catalogue.js';
import { CompanyEnrichRequest, type CompanyIdentifier } from '../../company/company.dto.js';
import { CompanyService } from '../../company/company.service.js';
import { PersonEnrichRequest, type PersonIdentifier } from '../../person/person.dto.js';
import { PersonService } from '../../person/person.service.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { presence, previewCredits, recordMatch, recordSources } from '../../enrichment/match-conditions.js';
import { explainDescription, unmatchedReason } from '../../enrichment/unmatched-reasons.js';
import { compileChecker } from '../../platform/http/validation/compile-checker.js';
import { type ChargedResult, chargedArguments, ChargedCallService, chargedResult } from '../charged-call.service.js';
import { type ArgumentsFor, notice, noticeText, recordsAreData, tool, type Tool } from '../tool.js';

/**
 * The maximum number of identifiers in a call. An agent reads every result, and more results would not fit into the context of its
 * model.
 */
const maxIdentifiers = 50;
const maxFields = 100;

const label = z.string().optional().meta({ description: 'Your label, which is returned with the result.' });
const text = (description: string) => z.string().optional().meta({ description });

const company = z.strictObject({
  website: text('The domain or a URL on it.'),
  network_url: text('The company profile page, such as `https://www.network.com/company/siemens`.'),
  network_id: text('The numeric company id.'),
  external_id: label,
} satisfies ArgumentsFor<CompanyIdentifier>);

const person = z.strictObject({
  network_url: text('The profile page, such as `https://www.network.com/in/jane-doe`.'),
  work_email: text('The work e-mail address.'),
  full_name: text('The full name; needs `company_domain` or `company_name`.'),
  first_name: text('The first name; needs `last_name`, and `company_domain` or `company_name`.'),
  last_name: text('The last name.'),
  company_domain: text('The domain of the current employer.'),
  company_name: text('The name of the current employer.'),
  external_id: label,
} satisfies ArgumentsFor<PersonIdentifier>);

const explain = z.boolean().optional().meta({ description: explainDescription });
const fieldNames = z.array(z.string()).max(maxFields);

/**
 * The arguments that say which matches a result may have, and what is added to it. The argument `maximum_credits`, which limits the cost,
 * is not among them, because all tools that cost credits have it.
 */
const matchConditions = {
  include_match: z
    .boolean()
    .optional()
    .meta({ description: 'Adds `match` to each result: the evidence for the match and the confidence in it. Free.' }),
  min_confidence: z.number().min(0).max(1).optional().meta({
    description: 'The lowest confidence of a match. A weaker one counts as no match and is free.',
  }),
  required: fieldNames.optional().meta({
    description:
      'Requested names that must have a value. A record that lacks one of these values counts as no match and is free.',
  }),
  include_sources: z.boolean().optional().meta({
    description:
      'Adds `sources` to each result: the source of each group of fields, and the day on which an import last confirmed it. Free.',
  }),
  preview: z
    .boolean()
    .optional()
    .meta({
      description:
        'Returns what the call would match and cost, and no data: `has` in each result, and `credits`. Free. It works only if the ' +
        'operator has enabled previews for the tenant.',
    }),
};

/** Advice on how many fields to ask for. Every value takes space in the context of the model that reads the result. */
const fewerFields = 'Ask only for those that you need: fewer fields cost fewer tokens.';

const companyInput = z.strictObject({
  companies: z.array(company).max(maxIdentifiers).meta({
    description: 'The companies, each with at least one of `website`, `network_url` and `network_id`.',
  }),
  fields: fieldNames.meta({ description: `Names of company fields and query fields. ${fewerFields}` }),
  explain,
  ...matchConditions,
  ...chargedArguments,
} satisfies ArgumentsFor<
  Omit<CompanyEnrichRequest, 'include_metadata' | 'enhanced_matching' | 'allow_signals' | 'max_credits'>
>);

const personInput = z.strictObject({
  persons: z.array(person).max(maxIdentifiers).meta({
    description: 'The persons, each with `network_url`, or `work_email`, or a name and an employer.',
  }),
  fields: fieldNames.optional().meta({ description: `Names of person fields and query fields. ${fewerFields}` }),
  include_personas: z.boolean().optional().meta({ description: 'Adds `personas` and `seniority`; free.' }),
  include_contact_data: z.boolean().optional().meta({ description: 'Adds `email` and `phone`.' }),
  company_fields: fieldNames
    .min(1)
    .optional()
    .meta({ description: `Adds \`company\` with these fields of the current employer. ${fewerFields}` }),
  explain,
  ...matchConditions,
  ...chargedArguments,
} satisfies ArgumentsFor<Omit<PersonEnrichRequest, 'enrich_company' | 'allow_signals' | 'max_credits'>>);

const anyRecord = z.record(z.string(), z.unknown());

const output = z.object({
  ...notice,
  results: z
    .array(
      z.object({
        identifier: anyRecord,
        data: anyRecord,
        matched: z.boolean(),
        unmatched_reason: unmatchedReason,
        match: recordMatch,
        sources: recordSources,
        has: presence,
      }),
    )
    .meta({
      description:
        'One result for each identifier, in the order of the call. If an identifier has no match, every value is null.',
    }),
  credits: previewCredits,
  unknown_fields: z
    .array(z.string())
    .meta({ description: 'The requested names that are neither fields nor query fields.' }),
  ...chargedResult,
});

const hints = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true } as const;

/** The tools that enrich a few companies or persons. */
@Injectable()
export class EnrichmentTools {
  readonly tools: readonly Tool[];
  private readonly checkCompanies;
  private readonly checkPersons;

  constructor(
    private readonly companies: CompanyService,
    private readonly persons: PersonService,
    private readonly calls: ChargedCallService,
    @Inject(configToken) config: Config,
  ) {
    this.checkCompanies = compileChecker(CompanyEnrichRequest, config);
    this.checkPersons = compileChecker(PersonEnrichRequest, config);
    this.tools = [this.enrichCompanies(), this.enrichPersons()];
  }

  private enrichCompanies(): Tool {
    const declaration = {
      name: 'enrich_companies',
      title: 'Enrich companies',
      description:
        `Returns fields of up to ${maxIdentifiers} companies. Cost: one \`data_access\` credit for each matched company; a company ` +
        `that is not found costs nothing, nor does a call in which no name is a field. \`find_companies\` finds a company by its name, and \`list_fields\` lists the names of fields. ` +
        `Fewer fields take fewer tokens: ${maxIdentifiers} companies with all ${companyCatalogue.size} fields are 60,000 to 80,000 ` +
        `characters. ${recordsAreData}`,
      input: companyInput,
      output,
      hints,
      path: '/v1/company/enrich',
      failures: { NO_FIELDS_PROVIDED: 'Name at least one field in `fields`. `list_fields` lists the names.' },
    };
    return tool(declaration, async (args, call) => {
      const { maximum_credits: _maximum, idempotency_key: _key, ...body } = args;
      const request = this.checkCompanies(body, 'body');
      return resultOf(
        await this.calls.run('enrich_companies', args, call, (billing) => this.companies.enrich(request, billing)),
      );
    });
  }

  private enrichPersons(): Tool {
    const declaration = {
      name: 'enrich_persons',
      title: 'Enrich persons',
      description:
        `Returns data of up to ${maxIdentifiers} persons. Cost: one \`data_access\` credit for each person with profile, contact or ` +
        'employer data, and one `contact_data` credit for each with an e-mail address or phone number; a person that is not found ' +
        'costs nothing, nor do names that are no fields. `list_fields` lists the names of fields; fewer fields take fewer tokens. ' +
        recordsAreData,
      input: personInput,
      output,
      hints,
      path: '/v1/person/enrich',
      failures: {
        NO_FIELDS_PROVIDED:
          'Provide at least one of: a non-empty `fields`, `include_personas` or `include_contact_data` set to true, or ' +
          '`company_fields`. `list_fields` lists the names of fields.',
      },
    };
    return tool(declaration, async (args, call) => {
      const { maximum_credits: _maximum, idempotency_key: _key, company_fields: enrich_company, ...rest } = args;
      const body = enrich_company === undefined ? rest : { ...rest, enrich_company };
      const request = this.checkPersons(body, 'body');
      return resultOf(
        await this.calls.run('enrich_persons', args, call, (billing) => this.persons.enrich(request, billing)),
      );
    });
  }
}

function resultOf({ body, unknownFields, cost }: ChargedResult): z.input<typeof output> {
  const { results, credits } = body as Pick<z.input<typeof output>, 'results' | 'credits'>;
  return { notice: noticeText, results, ...(credits && { credits }), unknown_fields: [...unknownFields], ...cost };
}
