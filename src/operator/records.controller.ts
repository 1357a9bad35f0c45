import { Body, Query } from '@nestjs/common';
import { Client, missing, noText, OperatorRoute, OperatorRoutes, tooSmall } from './operator-route.js';
import { ListParameters, usualEntries } from './operator.dto.js';
import { OperatorService } from './operator.service.js';
import {
  coverageAnswer,
  distinctionAnswer,
  DistinctRecords,
  duplicatesAnswer,
  ErasedPerson,
  erasureAnswer,
  MergedRecords,
  recordMergeAnswer,
} from './records.dto.js';

/** The routes of operators about companies and persons on record. */
@OperatorRoutes()
export class RecordsController {
  constructor(private readonly operators: OperatorService) {}

  @OperatorRoute('GET /operator/v1/companies/duplicates', {
    command: 'company duplicates',
    summary: 'List pairs of companies that are probably the same, the most certain first',
    answer: duplicatesAnswer,
    fault: tooSmall('query', 'limit'),
  })
  listDuplicateCompanies(@Query() { limit }: ListParameters) {
    return this.operators.duplicates('company', limit ?? usualEntries);
  }

  @OperatorRoute('GET /operator/v1/persons/duplicates', {
    command: 'person duplicates',
    summary: 'List pairs of persons who are probably the same, the most certain first',
    answer: duplicatesAnswer,
    fault: tooSmall('query', 'limit'),
  })
  listDuplicatePersons(@Query() { limit }: ListParameters) {
    return this.operators.duplicates('person', limit ?? usualEntries);
  }

  @OperatorRoute('POST /operator/v1/companies/merge', {
    command: 'company merge',
    summary: 'Merge a company into another one, which then has the keys of both',
    answer: recordMergeAnswer,
    fault: missing('body', 'stays'),
  })
  mergeCompanies(@Body() body: MergedRecords, @Client() client: string) {
    return this.operators.merge('company', body, client);
  }

  @OperatorRoute('POST /operator/v1/persons/merge', {
    command: 'person merge',
    summary: 'Merge a person into another one, which then has the keys of both',
    answer: recordMergeAnswer,
    fault: missing('body', 'stays'),
  })
  mergePersons(@Body() body: MergedRecords, @Client() client: string) {
    return this.operators.merge('person', body, client);
  }

  @OperatorRoute('POST /operator/v1/companies/distinct', {
    command: 'company distinct',
    summary: 'Set that two companies are not the same, so that the list of duplicates leaves them out',
    answer: distinctionAnswer,
    fault: missing('body', 'one'),
  })
  distinguishCompanies(@Body() body: DistinctRecords, @Client() client: string) {
    return this.operators.distinguish('company', body, client);
  }

  @OperatorRoute('POST /operator/v1/persons/distinct', {
    command: 'person distinct',
    summary: 'Set that two persons are not the same, so that the list of duplicates leaves them out',
    answer: distinctionAnswer,
    fault: missing('body', 'one'),
  })
  distinguishPersons(@Body() body: DistinctRecords, @Client() client: string) {
    return this.operators.distinguish('person', body, client);
  }

  @OperatorRoute('POST /operator/v1/erasures', {
    command: 'erase person',
    summary: 'Erase a person for all tenants',
    answer: erasureAnswer,
    fault: noText('email'),
  })
  erasePerson(@Body() body: ErasedPerson, @Client() client: string) {
    return this.operators.erase(body, client);
  }

  @OperatorRoute('GET /operator/v1/coverage', {
    command: 'coverage',
    summary: 'Get how many records have which fields, how old the values are, and the last imports',
    answer: coverageAnswer,
  })
  getCoverage() {
    return this.operators.coverage();
  }
}
