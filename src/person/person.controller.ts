import { Body, Controller, HttpCode, Post, UseInterceptors } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  type ChargedAnswer,
  CreditHeadersInterceptor,
  type BillingContext,
  CurrentBilling,
} from '../billing/charging/charged-answer.js';
import { ApiInsufficientCredits, chargedAnswerHeaders } from '../billing/credits/openapi-credits.js';
import {
  ApiBodyFailures,
  ApiFailures,
  ApiIdempotent,
  chargedOnce,
  postLimits,
} from '../platform/http/openapi/openapi-failures.js';
import { unknownFieldsHeaders, unmatchedReasonsHeaders } from '../platform/http/http-headers.js';
import { type PersonEnrichAnswer, PersonEnrichRequest, personEnrichResponse } from './person.dto.js';
import { noPersonDataSelected, PersonService } from './person.service.js';

@ApiTags('Person')
@Controller('v1/person')
export class PersonController {
  constructor(private readonly persons: PersonService) {}

  @Post('enrich')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'enrichPersons',
    summary: 'Enrich persons',
    description:
      'Returns the requested data of up to `MAX_BATCH` persons (1,000 by default), one result for each in the order of the ' +
      'request. A stored profile page identifies a person; otherwise a work e-mail address, a name and an employer are scored, ' +
      'and a person matches if one candidate stands out. A result with profile fields, query fields, contact data or employer ' +
      'data costs one `data_access` credit, and one with an e-mail address or a phone number one `contact_data` credit; personas, ' +
      `seniority, signals and names that are no fields are free. ${postLimits} ${chargedOnce}`,
  })
  @UseInterceptors(CreditHeadersInterceptor)
  @ApiOkResponse({
    description: 'One result for each person, in the order of the request.',
    headers: {
      ...chargedAnswerHeaders(['data_access'], ['contact_data']),
      ...unknownFieldsHeaders,
      ...unmatchedReasonsHeaders,
    },
    standardSchema: personEnrichResponse,
  })
  @ApiFailures('BODY_NOT_GZIP', 'NO_PERSONS_PROVIDED', noPersonDataSelected(), 'ENRICHMENT_FAILED')
  @ApiInsufficientCredits(['data_access'], ['contact_data'])
  @ApiBodyFailures()
  @ApiIdempotent()
  enrich(
    @Body() request: PersonEnrichRequest,
    @CurrentBilling() billing: BillingContext,
  ): Promise<ChargedAnswer<PersonEnrichAnswer>> {
    return this.persons.enrich(request, billing);
  }
}
