import { Body, Controller, Get, HttpCode, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  type ChargedAnswer,
  CreditHeadersInterceptor,
  type BillingContext,
  CurrentBilling,
} from '../billing/charging/charged-answer.js';
import { ApiInsufficientCredits, chargedAnswerHeaders } from '../billing/credits/openapi-credits.js';
import { type Caller, CurrentCaller } from '../platform/auth/caller.js';
import {
  ApiBodyFailures,
  ApiFailures,
  ApiIdempotent,
  ApiQueryFailures,
  chargedOnce,
  commonHeaders,
  postLimits,
} from '../platform/http/openapi/openapi-failures.js';
import { unknownFieldsHeaders, unmatchedReasonsHeaders } from '../platform/http/http-headers.js';
import {
  type CompanyEnrichAnswer,
  CompanyEnrichRequest,
  companyEnrichResponse,
  FindCompaniesRequest,
  findCompaniesResponse,
  type FoundCompanies,
} from './company.dto.js';
import { CompanyService, noDataSelected } from './company.service.js';

@ApiTags('Company')
@Controller('v1')
export class CompanyController {
  constructor(private readonly companies: CompanyService) {}

  @Post('company/enrich')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'enrichCompanies',
    summary: 'Enrich companies',
    description:
      'Returns the requested fields of up to `MAX_BATCH` companies (1,000 by default), one result for each in the order of the ' +
      'request. Enhanced matching tolerates spelling variants of websites, profile pages and ids; strict matching requires equal ' +
      'ones. A matched company costs one `data_access` credit, however often the request lists it; a request ' +
      'that names no existing field, such as one for signals alone, is free. ' +
      `${postLimits} ${chargedOnce}`,
  })
  @UseInterceptors(CreditHeadersInterceptor)
  @ApiOkResponse({
    description: 'One result for each company, in the order of the request.',
    headers: { ...chargedAnswerHeaders(['data_access']), ...unknownFieldsHeaders, ...unmatchedReasonsHeaders },
    standardSchema: companyEnrichResponse,
  })
  @ApiFailures('BODY_NOT_GZIP', 'NO_COMPANIES_PROVIDED', noDataSelected(), 'ENRICHMENT_FAILED')
  @ApiInsufficientCredits(['data_access'])
  @ApiBodyFailures()
  @ApiIdempotent()
  enrich(
    @Body() request: CompanyEnrichRequest,
    @CurrentBilling() billing: BillingContext,
  ): Promise<ChargedAnswer<CompanyEnrichAnswer>> {
    return this.companies.enrich(request, billing);
  }

  @Get('companies')
  @ApiOperation({
    operationId: 'findCompanies',
    summary: 'Find companies',
    description:
      'Returns at most ten companies by name, website or profile page, for a person who chooses one; former and other names count, ' +
      'legal forms and case do not. Free of charge.',
  })
  @ApiOkResponse({ description: 'The companies.', headers: commonHeaders, standardSchema: findCompaniesResponse })
  @ApiFailures('INTERNAL_ERROR')
  @ApiQueryFailures({ type: 'missing', loc: ['query', 'q'], msg: 'Field required', input: {} })
  find(@Query() request: FindCompaniesRequest, @CurrentCaller() caller: Caller): Promise<FoundCompanies> {
    return this.companies.find(request, caller);
  }
}
