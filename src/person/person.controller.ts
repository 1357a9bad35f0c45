import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../platform/auth/caller.js';
import { ApiBodyFailures, ApiFailures, commonHeaders } from '../platform/http/openapi-failures.js';
import {
  personEnrichRequest,
  personEnrichResponse,
  type PersonEnrichRequest,
  type PersonEnrichResponse,
} from './person.dto.js';
import { nothingAskedOfPersons, PersonService } from './person.service.js';

@ApiTags('Person')
@Controller('v1/person')
export class PersonController {
  constructor(private readonly persons: PersonService) {}

  @Post('enrich')
  @HttpCode(200)
  @ApiOperation({ operationId: 'enrichPersons', summary: 'What is known of each listed person' })
  @ApiOkResponse({
    description: 'One result a person, in order',
    headers: commonHeaders,
    standardSchema: personEnrichResponse,
  })
  @ApiFailures('NO_PERSONS_PROVIDED', nothingAskedOfPersons(), 'ENRICHMENT_FAILED')
  @ApiBodyFailures()
  enrich(
    @Body({ schema: personEnrichRequest }) request: PersonEnrichRequest,
    @CurrentCaller() caller: Caller,
  ): Promise<PersonEnrichResponse> {
    return this.persons.enrich(request, caller);
  }
}
