import { Injectable } from '@nestjs/common';
import type { ChargedAnswer, BillingContext } from '../billing/charging/charged-answer.js';
import { CompanyService } from '../company/company.service.js';
import { EnrichmentService } from '../enrichment/enrichment.service.js';
import type { Caller } from '../platform/auth/caller.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { optionNames } from './person-data.js';
import { PersonLookupService } from './person-lookup.service.js';
import type { PersonEnrichAnswer, PersonEnrichRequest } from './person.dto.js';

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
    const fields = request.fields ?? [];
    const options = optionNames(request);
    if (request.persons.length === 0) throw new DomainError('NO_PERSONS_PROVIDED');
    if (fields.length === 0 && options.length === 0) throw noPersonDataSelected();
    const companyNames = await this.companyNames(request.enrich_company, caller);
    const enrichment = {
      list: 'persons',
      identifiers: request.persons,
      names: [...new Set(fields), ...options, ...(companyNames ?? [])],
      members: [...fields, ...options],
      options: request,
      prepare: () => this.lookups.lookupOf(request, companyNames, caller),
    } as const;
    return this.enrichments.run(enrichment, billing);
  }

  /** The requested fields of employers, each once; null for a request without `enrich_company`. */
  async companyNames(
    requested: PersonEnrichRequest['enrich_company'],
    caller: Caller,
  ): Promise<readonly string[] | null> {
    if (requested === false) return null;
    return requested === true ? this.companies.allFieldNames(caller) : [...new Set(requested)];
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
