import { Body, Controller, HttpCode, Post, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Billed, BilledInterceptor, type BilledRequest, CurrentRequest } from '../billing/charging/billed.js';
import { ApiInsufficientCredits, billedHeaders } from '../billing/credits/openapi-credits.js';
import { ApiBodyFailures, ApiFailures, ApiIdempotent } from '../platform/http/openapi/openapi-failures.js';
import { unknownFieldsHeaders } from '../platform/http/http-headers.js';
import { type PersonEnrichAnswer, PersonEnrichRequest, personEnrichResponse } from './person.dto.js';
import { nothingAskedOfPersons, PersonService } from './person.service.js';

@ApiTags('Person')
@Controller('v1/person')
export class PersonController {
  constructor(private readonly persons: PersonService) {}

  @Post('enrich')
  @HttpCode(200)
  @ApiOperation({ operationId: 'enrichPersons', summary: 'What is known of each listed person' })
  @UseInterceptors(BilledInterceptor)
  @ApiOkResponse({
    description: 'One result a person, in order',
    headers: { ...billedHeaders(['data_access'], ['contact_data']), ...unknownFieldsHeaders },
    standardSchema: personEnrichResponse,
  })
  @ApiFailures('BODY_NOT_GZIP', 'NO_PERSONS_PROVIDED', nothingAskedOfPersons(), 'ENRICHMENT_FAILED')
  @ApiInsufficientCredits(['data_access'], ['contact_data'])
  @ApiBodyFailures()
  @ApiIdempotent()
  enrich(
    @Body() request: PersonEnrichRequest,
    @CurrentRequest() billed: BilledRequest,
  ): Promise<Billed<PersonEnrichAnswer>> {
    return this.persons.enrich(request, billed);
  }
}
