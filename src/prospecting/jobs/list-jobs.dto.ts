import { PageRequest, unstorableFlaw } from '../../platform/http/validation/page-request.js';
import { OneOf, OptionalParameter, RequestDto, Text, ValueRule } from '../../platform/http/validation/request-dto.js';
import type { JobListRequest } from './job.service.js';
import { jobStatuses, type ProspectingJobRecord } from './prospecting.dto.js';

@RequestDto()
export class ListJobsRequest extends PageRequest implements JobListRequest {
  @OptionalParameter()
  @OneOf(jobStatuses, { description: 'Only jobs with this status.' })
  status?: ProspectingJobRecord['status'];

  @OptionalParameter()
  @ValueRule(unstorableFlaw)
  @Text({
    max: 200,
    description:
      'Only the job that was started by the request with this `X-Request-Id`. Reports of usage name requests by this id. ' +
      'No job is found if the service counts no credits, if the entries of that time were archived, or if the job was deleted.',
  })
  request_id?: string;
}
