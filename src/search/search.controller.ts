import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type BillingContext, CurrentBilling } from '../billing/charging/charged-answer.js';
import { ChargedEndpoint, chargedOnce } from '../billing/charging/charged-endpoint.js';
import { type Caller, CurrentCaller } from '../platform/auth/caller.js';
import { unknownFieldsHeaders } from '../platform/http/http-headers.js';
import { Endpoint } from '../platform/http/openapi/endpoint.js';
import { freeAgainHours } from './search-limits.js';
import {
  CompanySearchRequest,
  companySearchResponse,
  InterpretRequest,
  interpretResponse,
  PersonSearchRequest,
  personSearchResponse,
  searchFieldsResponse,
} from './search.dto.js';
import { InterpretationService } from './interpretation.service.js';
import { SearchService } from './search.service.js';

const errors = ['SEARCH_OFF', 'SEARCH_NOT_READY', 'SEARCH_TOO_COSTLY', 'PREVIEWS_OFF'] as const;
const pages =
  'The order is that in which the records were first stored, and a page begins where the one before ended, so that while an import runs ' +
  'nothing comes twice and nothing is left out. Total and facets are free. For tenants for which the operator has enabled search.';
const costs =
  'Each delivered record costs what its enrichment costs, at least one `data_access` credit, and nothing if a search delivered it to the ' +
  `tenant in the last ${freeAgainHours} hours. ${chargedOnce}`;

@ApiTags('Search')
@Controller()
export class SearchController {
  constructor(
    private readonly searches: SearchService,
    private readonly interpretations: InterpretationService,
  ) {}

  @ChargedEndpoint('POST /v1/company/search', {
    summary: 'Find companies by conditions',
    description: `Returns the companies for which all conditions hold, with the requested data. ${pages}`,
    charged: ['data_access'],
    costs,
    answer: { description: 'A page of companies.', schema: companySearchResponse, headers: unknownFieldsHeaders },
    errors,
  })
  searchCompanies(@Body() request: CompanySearchRequest, @CurrentBilling() billing: BillingContext) {
    return this.searches.findCompanies(request, billing);
  }

  @ChargedEndpoint('POST /v1/person/search', {
    summary: 'Find persons by conditions',
    description: `Returns the persons for whom all conditions hold, with the requested data. ${pages}`,
    charged: ['data_access'],
    sometimesCharged: ['contact_data'],
    costs,
    answer: { description: 'A page of persons.', schema: personSearchResponse, headers: unknownFieldsHeaders },
    errors,
  })
  searchPersons(@Body() request: PersonSearchRequest, @CurrentBilling() billing: BillingContext) {
    return this.searches.findPersons(request, billing);
  }

  @Endpoint('GET /v1/search/fields', {
    summary: 'List what searches can ask',
    description: 'Returns the members of the conditions of a search, with their most frequent values on record.',
    answer: { description: 'The members.', schema: searchFieldsResponse },
    errors: ['SEARCH_OFF', 'SEARCH_NOT_READY'],
  })
  listSearchFields(@CurrentCaller() caller: Caller) {
    return this.searches.fields(caller);
  }

  @Endpoint('POST /v1/search/interpret', {
    summary: 'Get the conditions of a search from a sentence',
    description:
      'Reads a sentence with tables of titles, ranks, places and activities and with the values on record, and returns conditions for a ' +
      'search. It does not search. What it does not understand, it says, and does not guess.',
    answer: { description: 'The conditions, and what was understood.', schema: interpretResponse, status: 200 },
    errors: ['SEARCH_OFF', 'SEARCH_NOT_READY'],
  })
  interpretSentence(@Body() request: InterpretRequest, @CurrentCaller() caller: Caller) {
    return this.interpretations.interpret(request, caller);
  }
}
