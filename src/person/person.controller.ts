import { Body, Controller, HttpCode, Post, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentRequest, type BilledRequest } from '../billing/charging/billed-request.js';
import { BilledInterceptor } from '../billing/charging/billed.interceptor.js';
import type { Billed } from '../billing/charging/billed.js';
import { ApiInsufficientCredits, billedHeaders } from '../billing/credits/openapi-credits.js';
import { ApiBodyFailures, ApiFailures } from '../platform/http/openapi/openapi-failures.js';
import { ApiIdempotent } from '../platform/http/openapi/openapi-idempotency.js';
import { unknownFieldsHeaders } from '../platform/http/unknown-fields.js';
import { PersonEnrichRequest, personEnrichResponse, type PersonEnrichAnswer } from './person.dto.js';
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
