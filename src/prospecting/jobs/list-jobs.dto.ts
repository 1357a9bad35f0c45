import { PageRequest } from '../../platform/http/validation/page-request.js';
import { OneOf, OptionalParameter, RequestDto } from '../../platform/http/validation/request-dto.js';
import type { JobListRequest } from './job.service.js';
import { jobStatuses, type ProspectingJobRecord } from './prospecting.dto.js';

@RequestDto()
export class ListJobsRequest extends PageRequest implements JobListRequest {
  @OptionalParameter()
  @OneOf(jobStatuses, { description: 'Only jobs with this status.' })
  status?: ProspectingJobRecord['status'];
}
