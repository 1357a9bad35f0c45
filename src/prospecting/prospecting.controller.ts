import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type BillingContext, CurrentBilling } from '../billing/charging/charged-answer.js';
import { ChargedEndpoint } from '../billing/charging/charged-endpoint.js';
import { type Caller, CurrentCaller } from '../platform/auth/caller.js';
import { Endpoint } from '../platform/http/openapi/endpoint.js';
import { invalidLimit } from '../platform/http/validation/page-request.js';
import { notAnInteger } from '../platform/http/validation/validation-exception.js';
import { JobIdPipe } from './jobs/job-id.pipe.js';
import { ListJobsRequest } from './jobs/list-jobs.dto.js';
import { JobService } from './jobs/job.service.js';
import {
  prospectingJobList,
  prospectingJobRecord,
  prospectingResults,
  startProspectingResponse,
} from './jobs/prospecting.dto.js';
import { RunStartService } from './start/run-start.service.js';
import { StartProspectingRequest } from './start/start-prospecting.dto.js';

/** The parts of the declaration that are the same for all routes below `/v1/prospecting/jobs/{job_id}`. */
const ofJob = {
  parameters: [
    {
      name: 'job_id',
      description: 'The `job_id` in the answer to the start.',
      schema: { type: 'integer', format: 'int64', example: 2788414107921863 },
    },
  ],
  fault: notAnInteger('job_id', 'seven'),
} as const;

@ApiTags('Prospecting')
@Controller()
export class ProspectingController {
  constructor(
    private readonly starts: RunStartService,
    private readonly jobs: JobService,
  ) {}

  @ChargedEndpoint('POST /v1/prospecting/start', {
    summary: 'Start prospecting',
    description:
      'Starts a run that finds and ranks prospects at one company, and returns the id of its job. One `prospecting` credit is ' +
      'reserved; it is charged when the run succeeds and released when it fails.',
    charged: ['prospecting'],
    reserved: 'prospecting',
    costs: 'A retry with the same `Idempotency-Key` gets the same job and is not charged.',
    answer: {
      status: 202,
      description: 'The run is queued.',
      schema: startProspectingResponse,
    },
    errors: ['PROSPECTING_UPSTREAM_TIMEOUT'],
  })
  startProspecting(@Body() request: StartProspectingRequest, @CurrentBilling() billed: BillingContext) {
    return this.starts.start(request, billed);
  }

  @Endpoint('GET /v1/prospecting/jobs', {
    summary: 'List jobs',
    description: 'Returns the prospecting jobs of the tenant in pages, the newest first.',
    answer: { description: 'A page of jobs.', schema: prospectingJobList },
    fault: invalidLimit,
  })
  listProspectingJobs(@Query() request: ListJobsRequest, @CurrentCaller() caller: Caller) {
    return this.jobs.list(request, caller);
  }

  @Endpoint('GET /v1/prospecting/jobs/:job_id', {
    summary: 'Get job status',
    description: 'Returns the status of a prospecting job of the tenant.',
    ...ofJob,
    answer: { description: 'The job.', schema: prospectingJobRecord },
    errors: ['FOREIGN_JOB', 'JOB_NOT_FOUND'],
  })
  getProspectingJob(@Param('job_id', JobIdPipe) jobId: bigint, @CurrentCaller() caller: Caller) {
    return this.jobs.record(jobId, caller);
  }

  @Endpoint('GET /v1/prospecting/jobs/:job_id/results', {
    summary: 'Get job results',
    description:
      'Returns the prospects of a finished job, best first; the list is empty while the job is running and after a failure.',
    ...ofJob,
    answer: { description: 'The prospects of the job.', schema: prospectingResults },
    errors: ['FOREIGN_JOB', 'JOB_NOT_FOUND'],
  })
  getProspectingResults(@Param('job_id', JobIdPipe) jobId: bigint, @CurrentCaller() caller: Caller) {
    return this.jobs.results(jobId, caller);
  }

  @Endpoint('POST /v1/prospecting/jobs/:job_id/cancel', {
    summary: 'Cancel a job',
    description:
      'Ends a running job: its status becomes `failed`, its reserved credit is released, and it gets no prospects. Repeating the ' +
      'request returns the cancelled job again. The answer is 409 for a job that ended in another way.',
    ...ofJob,
    answer: { description: 'The cancelled job.', schema: prospectingJobRecord },
    errors: ['FOREIGN_JOB', 'JOB_NOT_FOUND', 'JOB_ENDED'],
  })
  cancelProspectingJob(@Param('job_id', JobIdPipe) jobId: bigint, @CurrentCaller() caller: Caller) {
    return this.jobs.cancelOwn(jobId, caller);
  }
}
