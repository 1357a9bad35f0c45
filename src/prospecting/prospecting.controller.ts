import { Body, Controller, Get, HttpCode, Param, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import {
  type ChargedAnswer,
  CreditHeadersInterceptor,
  type BillingContext,
  CurrentBilling,
} from '../billing/charging/charged-answer.js';
import { ApiInsufficientCredits } from '../billing/credits/openapi-credits.js';
import { type Caller, CurrentCaller } from '../platform/auth/caller.js';
import { lateDatabase } from '../platform/errors/domain-error.js';
import {
  ApiBodyFailures,
  ApiFailures,
  ApiIdempotent,
  ApiQueryFailures,
  commonHeaders,
  postLimits,
} from '../platform/http/openapi/openapi-failures.js';
import { notAnInteger } from '../platform/http/validation/validation-exception.js';
import { invalidLimit } from '../platform/http/validation/page-request.js';
import { JobIdPipe } from './jobs/job-id.pipe.js';
import { ListJobsRequest } from './jobs/list-jobs.dto.js';
import { JobService } from './jobs/job.service.js';
import {
  prospectingJobList,
  type ProspectingJobList,
  prospectingJobRecord,
  type ProspectingJobRecord,
  prospectingResults,
  type ProspectingResults,
  startProspectingResponse,
  type StartProspectingResponse,
} from './jobs/prospecting.dto.js';
import { RunStartService } from './start/run-start.service.js';
import { startHeaders, StartProspectingRequest } from './start/start-prospecting.dto.js';

const jobIdParameter = {
  name: 'job_id',
  description: 'The `job_id` in the answer to the start.',
  schema: { type: 'integer' as const, format: 'int64', example: 2788414107921863 },
};
const upstreamFailures = ['PROSPECTING_UPSTREAM_ERROR', lateDatabase(null)] as const;
const unreadableJobId = notAnInteger('job_id', 'seven');

@ApiTags('Prospecting')
@Controller('v1/prospecting')
export class ProspectingController {
  constructor(
    private readonly starts: RunStartService,
    private readonly jobs: JobService,
  ) {}

  @Post('start')
  @HttpCode(202)
  @UseInterceptors(CreditHeadersInterceptor)
  @ApiOperation({
    operationId: 'startProspecting',
    summary: 'Start prospecting',
    description:
      'Starts a run that finds and ranks prospects at one company, and returns the id of its job. One `prospecting` credit is ' +
      'reserved; it is charged when the run succeeds and released when it fails. ' +
      `${postLimits} A retry with the same \`Idempotency-Key\` gets the same job and is not charged.`,
  })
  @ApiAcceptedResponse({
    description: 'The run is queued.',
    headers: startHeaders(),
    standardSchema: startProspectingResponse,
  })
  @ApiFailures('BODY_NOT_GZIP', 'PROSPECTING_UPSTREAM_ERROR', 'PROSPECTING_UPSTREAM_TIMEOUT')
  @ApiInsufficientCredits(['prospecting'])
  @ApiBodyFailures()
  @ApiIdempotent()
  start(
    @Body() request: StartProspectingRequest,
    @CurrentBilling() billed: BillingContext,
  ): Promise<ChargedAnswer<StartProspectingResponse>> {
    return this.starts.start(request, billed);
  }

  @Get('jobs')
  @ApiOperation({
    operationId: 'listProspectingJobs',
    summary: 'List jobs',
    description: 'Returns the prospecting jobs of the tenant in pages, the newest first. Free of charge.',
  })
  @ApiOkResponse({ description: 'A page of jobs.', headers: commonHeaders, standardSchema: prospectingJobList })
  @ApiFailures(...upstreamFailures)
  @ApiQueryFailures(invalidLimit)
  list(@Query() request: ListJobsRequest, @CurrentCaller() caller: Caller): Promise<ProspectingJobList> {
    return this.jobs.list(request, caller);
  }

  @Get('jobs/:job_id')
  @ApiOperation({
    operationId: 'getProspectingJob',
    summary: 'Get job status',
    description: 'Returns the status of a prospecting job of the tenant. Free of charge.',
  })
  @ApiParam(jobIdParameter)
  @ApiOkResponse({ description: 'The job.', headers: commonHeaders, standardSchema: prospectingJobRecord })
  @ApiFailures('FOREIGN_JOB', 'JOB_NOT_FOUND', ...upstreamFailures)
  @ApiQueryFailures(unreadableJobId)
  job(@Param('job_id', JobIdPipe) jobId: bigint, @CurrentCaller() caller: Caller): Promise<ProspectingJobRecord> {
    return this.jobs.record(jobId, caller);
  }

  @Get('jobs/:job_id/results')
  @ApiOperation({
    operationId: 'getProspectingResults',
    summary: 'Get job results',
    description:
      'Returns the prospects of a finished job, best first; the list is empty while the job is running and after a failure. Free of ' +
      'charge.',
  })
  @ApiParam(jobIdParameter)
  @ApiOkResponse({
    description: 'The prospects of the job.',
    headers: commonHeaders,
    standardSchema: prospectingResults,
  })
  @ApiFailures('FOREIGN_JOB', 'JOB_NOT_FOUND', ...upstreamFailures)
  @ApiQueryFailures(unreadableJobId)
  results(@Param('job_id', JobIdPipe) jobId: bigint, @CurrentCaller() caller: Caller): Promise<ProspectingResults> {
    return this.jobs.results(jobId, caller);
  }

  @Post('jobs/:job_id/cancel')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'cancelProspectingJob',
    summary: 'Cancel a job',
    description:
      'Ends a running job: its status becomes `failed`, its reserved credit is released, and it gets no prospects. Repeating the ' +
      'request returns the cancelled job again. The answer is 409 for a job that ended in another way. Free of charge.',
  })
  @ApiParam(jobIdParameter)
  @ApiOkResponse({ description: 'The cancelled job.', headers: commonHeaders, standardSchema: prospectingJobRecord })
  @ApiQueryFailures(unreadableJobId)
  @ApiFailures(
    'BODY_NOT_GZIP',
    'FOREIGN_JOB',
    'JOB_NOT_FOUND',
    'PROSPECTING_UPSTREAM_ERROR',
    lateDatabase('cancellation'),
  )
  @ApiBodyFailures()
  @ApiIdempotent('JOB_ENDED')
  cancel(@Param('job_id', JobIdPipe) jobId: bigint, @CurrentCaller() caller: Caller): Promise<ProspectingJobRecord> {
    return this.jobs.cancelOwn(jobId, caller);
  }
}
