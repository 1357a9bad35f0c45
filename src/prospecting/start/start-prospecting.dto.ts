import { Nullish, RequestDto, Text, ValueRule } from '../../platform/http/validation/request-dto.js';
import { companyPageFlaw } from '../records/company-page.js';
import type { StartRequest } from './run-start.service.js';

@RequestDto({ example: { network_url: 'https://www.network.com/company/datadog', team_name: 'databases' } })
export class StartProspectingRequest implements StartRequest {
  @ValueRule(companyPageFlaw)
  @Text({
    max: 2_048,
    description:
      'Company page to prospect. A run for a company that is not on record fails; a text that is no URL, and the page of a person, are refused',
    example: 'https://www.network.com/company/siemens',
  })
  network_url!: string;

  @Nullish()
  @Text({
    max: 256,
    description:
      'Team whose prospecting schema is used. For an unknown name the default schema is used, and `message` says so',
  })
  team_name?: string | null;

  @Nullish()
  @Text({ max: 320, description: 'E-mail address of who starts the run, kept with it' })
  client_email?: string | null;
}
