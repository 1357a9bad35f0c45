import { Body, Controller, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type BillingContext, CurrentBilling } from '../billing/charging/charged-answer.js';
import { ChargedEndpoint, chargedOnce } from '../billing/charging/charged-endpoint.js';
import { type Caller, CurrentCaller } from '../platform/auth/caller.js';
import { unknownFieldsHeaders, unmatchedReasonsHeaders } from '../platform/http/http-headers.js';
import { Endpoint } from '../platform/http/openapi/endpoint.js';
import {
  CompanyEnrichRequest,
  companyEnrichResponse,
  FindCompaniesRequest,
  findCompaniesResponse,
} from './company.dto.js';
import { CompanyService, noDataSelected } from './company.service.js';

@ApiTags('Company')
@Controller()
export class CompanyController {
  constructor(private readonly companies: CompanyService) {}

  @ChargedEndpoint('POST /v1/company/enrich', {
    summary: 'Enrich companies',
    description:
      'Returns the requested fields of up to `MAX_BATCH` companies (1,000 by default), one result for each in the order of the ' +
      'request. Enhanced matching tolerates spelling variants of websites, profile pages and ids; strict matching requires equal ' +
      'ones. A matched company costs one `data_access` credit, however often the request lists it; a request ' +
      'that names no existing field, such as one for signals alone, is free.',
    charged: ['data_access'],
    costs: chargedOnce,
    answer: {
      description: 'One result for each company, in the order of the request.',
      schema: companyEnrichResponse,
      headers: { ...unknownFieldsHeaders, ...unmatchedReasonsHeaders },
    },
    errors: ['NO_COMPANIES_PROVIDED', noDataSelected(), 'PREVIEWS_OFF'],
  })
  enrichCompanies(@Body() request: CompanyEnrichRequest, @CurrentBilling() billing: BillingContext) {
    return this.companies.enrich(request, billing);
  }

  @Endpoint('GET /v1/companies', {
    summary: 'Find companies',
    description:
      'Returns at most ten companies for a name, a website or a profile page, from which a user can choose one. Former names and ' +
      'aliases count; legal forms and case do not.',
    answer: { description: 'The companies.', schema: findCompaniesResponse },
    fault: { type: 'missing', loc: ['query', 'q'], msg: 'Field required', input: {} },
  })
  findCompanies(@Query() request: FindCompaniesRequest, @CurrentCaller() caller: Caller) {
    return this.companies.find(request, caller);
  }
}
