import { Injectable } from '@nestjs/common';
import type { ChargedAnswer, BillingContext } from '../billing/charging/charged-answer.js';
import { CompanyService } from '../company/company.service.js';
import { EnrichmentService } from '../enrichment/enrichment.service.js';
import type { Caller } from '../platform/auth/caller.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { optionNames } from './person-data.js';
import { type PersonDataRequest, PersonLookupService } from './person-lookup.service.js';
import type { PersonEnrichAnswer, PersonEnrichRequest } from './person.dto.js';

/** What a request asks of each person. */
interface AskedOfPersons {
  /** The members that the `data` of each result has. */
  readonly members: readonly string[];
  /** The names that each result has, each once, with the fields of the employer. */
  readonly names: readonly string[];
  /** The requested fields of employers, each once; null for a request without `enrich_company`. */
  readonly companyNames: readonly string[] | null;
}

@Injectable()
export class PersonService {
  constructor(
    private readonly companies: CompanyService,
    private readonly lookups: PersonLookupService,
    private readonly enrichments: EnrichmentService,
  ) {}

  /**
   * Looks up the persons of a request and charges for those that are found.
   * @returns one result for each person of the request, in the order of the request
   * @throws DomainError NO_PERSONS_PROVIDED, NO_FIELDS_PROVIDED
   * @throws DomainError and ValidationException as {@link EnrichmentService.run} does
   */
  async enrich(request: PersonEnrichRequest, billing: BillingContext): Promise<ChargedAnswer<PersonEnrichAnswer>> {
    const { caller } = billing;
    if (request.persons.length === 0) throw new DomainError('NO_PERSONS_PROVIDED');
    const { members, names, companyNames } = await this.askedBy(request, caller);
    if (members.length === 0) throw noPersonDataSelected();
    const enrichment = {
      list: 'persons',
      ...{ identifiers: request.persons, names, members, options: request },
      prepare: () => this.lookups.lookupOf(request, companyNames, caller),
    } as const;
    return this.enrichments.run(enrichment, billing);
  }

  /** What a request asks of each person. */
  async askedBy(request: PersonDataRequest, caller: Caller): Promise<AskedOfPersons> {
    const fields = request.fields ?? [];
    const options = optionNames(request);
    const { enrich_company: requested } = request;
    const named = requested === true ? this.companies.allFieldNames(caller) : [...new Set(requested || [])];
    const companyNames = requested === false ? null : await named;
    return {
      members: [...fields, ...options],
      names: [...new Set(fields), ...options, ...(companyNames ?? [])],
      companyNames,
    };
  }
}

/** The error for an enrichment of persons whose request asks for no data. */
export function noPersonDataSelected(): DomainError {
  return new DomainError(
    'NO_FIELDS_PROVIDED',
    'Provide at least one of: a non-empty `fields`, `include_personas` or `include_contact_data` set to true, ' +
      '`enrich_company` set to true or a list of fields, or `allow_signals`.',
  );
}
