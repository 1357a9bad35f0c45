import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../platform/auth/caller.js';
import { ApiBodyFailures, ApiFailures, commonHeaders } from '../platform/http/openapi-failures.js';
import {
  companyEnrichRequest,
  companyEnrichResponse,
  type CompanyEnrichRequest,
  type CompanyEnrichResponse,
} from './company.dto.js';
import { CompanyService, nothingAskedFor } from './company.service.js';

@ApiTags('Company')
@Controller('v1/company')
export class CompanyController {
  constructor(private readonly companies: CompanyService) {}

  @Post('enrich')
  @HttpCode(200)
  @ApiOperation({ operationId: 'enrichCompanies', summary: 'The requested fields of each listed company' })
  @ApiOkResponse({
    description: 'One result a company, in order',
    headers: commonHeaders,
    standardSchema: companyEnrichResponse,
  })
  @ApiFailures('NO_COMPANIES_PROVIDED', nothingAskedFor(), 'ENRICHMENT_FAILED')
  @ApiBodyFailures()
  enrich(
    @Body({ schema: companyEnrichRequest }) request: CompanyEnrichRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<CompanyEnrichResponse> {
    return this.companies.enrich(request, caller);
  }
}
