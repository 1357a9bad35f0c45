import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type BillingContext, CurrentBilling } from '../billing/charging/charged-answer.js';
import { ChargedEndpoint, chargedOnce } from '../billing/charging/charged-endpoint.js';
import { unknownFieldsHeaders, unmatchedReasonsHeaders } from '../platform/http/http-headers.js';
import { PersonEnrichRequest, personEnrichResponse } from './person.dto.js';
import { noPersonDataSelected, PersonService } from './person.service.js';

@ApiTags('Person')
@Controller()
export class PersonController {
  constructor(private readonly persons: PersonService) {}

  @ChargedEndpoint('POST /v1/person/enrich', {
    summary: 'Enrich persons',
    description:
      'Returns the requested data of up to `MAX_BATCH` persons (1,000 by default), one result for each in the order of the ' +
      'request. A stored profile page identifies a person; otherwise a work e-mail address, a name and an employer are scored, ' +
      'and a person matches if one candidate stands out. A result with profile fields, query fields, contact data or employer ' +
      'data costs one `data_access` credit, and one with an e-mail address or a phone number one `contact_data` credit; personas, ' +
      'seniority, signals and names that are no fields are free.',
    charged: ['data_access'],
    sometimesCharged: ['contact_data'],
    costs: chargedOnce,
    answer: {
      description: 'One result for each person, in the order of the request.',
      schema: personEnrichResponse,
      headers: { ...unknownFieldsHeaders, ...unmatchedReasonsHeaders },
    },
    errors: ['NO_PERSONS_PROVIDED', noPersonDataSelected(), 'PREVIEWS_OFF'],
  })
  enrichPersons(@Body() request: PersonEnrichRequest, @CurrentBilling() billing: BillingContext) {
    return this.persons.enrich(request, billing);
  }
}
