import { JsonNumber, Nullish, RequestDto, Text, ValueRule } from '../../platform/http/validation/request-dto.js';
import { companyPageFlaw } from '../records/company-page.js';
import type { StartRequest } from './run-start.service.js';

@RequestDto({ example: { network_url: 'https://www.network.com/company/datadog', team_name: 'databases' } })
export class StartProspectingRequest implements StartRequest {
  @ValueRule(companyPageFlaw)
  @Text({
    max: 2_048,
    description:
      'The profile page of the company. A run for an unknown company fails; the page of a person and a text that is no URL are rejected.',
    example: 'https://www.network.com/company/siemens',
  })
  network_url!: string;

  @Nullish()
  @Text({
    max: 256,
    description:
      'The team whose prospecting schema is used. If the tenant has no such team, the default schema is used, and `message` says so.',
  })
  team_name?: string | null;

  @Nullish()
  @Text({ max: 320, description: 'The e-mail address of the person who starts the run. It is stored with the run.' })
  client_email?: string | null;

  @Nullish()
  @JsonNumber({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    isWhole: true,
    description:
      'The maximum number of credits that the run may cost. A start that may cost more is refused with 402 and costs nothing.',
    example: 1,
  })
  max_credits?: number | null;
}
