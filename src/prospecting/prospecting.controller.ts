import { Body, Controller, Get, HttpCode, Param, Post, UseInterceptors } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { type Billed, BilledInterceptor, type BilledRequest, CurrentRequest } from '../billing/charging/billed.js';
import { ApiInsufficientCredits } from '../billing/credits/openapi-credits.js';
import { type Caller, CurrentCaller } from '../platform/auth/caller.js';
import { lateDatabase } from '../platform/errors/domain-error.js';
import {
  ApiBodyFailures,
  ApiFailures,
  ApiIdempotent,
  ApiQueryFailures,
  commonHeaders,
} from '../platform/http/openapi/openapi-failures.js';
import { notAnInteger } from '../platform/http/validation/validation-exception.js';
import { JobIdPipe } from './jobs/job-id.pipe.js';
import { JobService } from './jobs/job.service.js';
import { ReservedCreditsInterceptor, SentIdempotencyKey, startHeaders } from './start/reserved-credits.interceptor.js';
import {
  prospectingJobRecord,
  type ProspectingJobRecord,
  prospectingResults,
  type ProspectingResults,
  startProspectingResponse,
  type StartProspectingResponse,
} from './jobs/prospecting.dto.js';
import { RunStartService } from './start/run-start.service.js';
import { StartProspectingRequest } from './start/start-prospecting.dto.js';

const jobIdParameter = {
  name: 'job_id',
  description: 'Id of the job, as the start has answered it',
  schema: { type: 'integer' as const, format: 'int64' },
};
const upstreamFailures = ['PROSPECTING_UPSTREAM_ERROR', lateDatabase()] as const;
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
  @UseInterceptors(BilledInterceptor, ReservedCreditsInterceptor)
  @ApiOperation({
    operationId: 'startProspecting',
    summary: 'Starts to look for prospects at a company',
    description: 'The credit is reserved, charged when the run succeeds, and given back when it fails.',
  })
  @ApiAcceptedResponse({
    description: 'The run will be worked on',
    headers: startHeaders(),
    standardSchema: startProspectingResponse,
  })
  @ApiFailures('BODY_NOT_GZIP', 'PROSPECTING_UPSTREAM_ERROR', 'PROSPECTING_UPSTREAM_TIMEOUT')
  @ApiInsufficientCredits(['prospecting'])
  @ApiBodyFailures()
  @ApiIdempotent()
  start(
    @Body() request: StartProspectingRequest,
    @CurrentRequest() billed: BilledRequest,
    @SentIdempotencyKey() key: string | null,
  ): Promise<Billed<StartProspectingResponse>> {
    return this.starts.start(request, billed, key);
  }

  @Get('jobs/:job_id')
  @ApiOperation({ operationId: 'getProspectingJob', summary: 'How far a run is' })
  @ApiParam(jobIdParameter)
  @ApiOkResponse({ description: 'The job', headers: commonHeaders, standardSchema: prospectingJobRecord })
  @ApiFailures('FOREIGN_JOB', 'JOB_NOT_FOUND', ...upstreamFailures)
  @ApiQueryFailures(unreadableJobId)
  job(@Param('job_id', JobIdPipe) jobId: bigint, @CurrentCaller() caller: Caller): Promise<ProspectingJobRecord> {
    return this.jobs.record(jobId, caller);
  }

  @Get('jobs/:job_id/results')
  @ApiOperation({ operationId: 'getProspectingResults', summary: 'The prospects that a run has found' })
  @ApiParam(jobIdParameter)
  @ApiOkResponse({ description: 'The prospects', headers: commonHeaders, standardSchema: prospectingResults })
  @ApiFailures('FOREIGN_JOB', 'JOB_NOT_FOUND', ...upstreamFailures)
  @ApiQueryFailures(unreadableJobId)
  results(@Param('job_id', JobIdPipe) jobId: bigint, @CurrentCaller() caller: Caller): Promise<ProspectingResults> {
    return this.jobs.results(jobId, caller);
  }
}
