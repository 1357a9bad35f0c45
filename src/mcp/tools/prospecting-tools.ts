import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { configToken, type Config } from '../../platform/config/config.js';
import { type Checker, compileChecker } from '../../platform/http/validation/compile-checker.js';
import { JobService } from '../../prospecting/jobs/job.service.js';
import { prospectingJobRecord, startProspectingResponse } from '../../prospecting/jobs/prospecting.dto.js';
import { RunStartService } from '../../prospecting/start/run-start.service.js';
import { StartProspectingRequest } from '../../prospecting/start/start-prospecting.dto.js';
import { chargedArguments, ChargedCallService, chargedResult } from '../charged-call.service.js';
import { notice, noticeText, readsOnly, recordsAreData, tool, type Tool } from '../tool.js';

const startInput = z.strictObject({
  network_url: z.string().meta({ description: 'The profile page of the company.' }),
  team_name: z.string().optional().meta({ description: 'The team whose prospecting schema is used.' }),
  client_email: z.string().optional().meta({ description: 'The e-mail address of the person who starts the run.' }),
  ...chargedArguments,
});

const startOutput = z.object({
  ...startProspectingResponse.shape,
  credits_reserved: z.int().min(0).meta({ description: 'Credits that are charged when the run succeeds.' }),
  ...chargedResult,
});

const runInput = z.strictObject({
  job_id: z.int().meta({ description: 'The `job_id` of the start.' }),
  offset: z.int().min(0).default(0).meta({ description: 'How many prospects to skip.' }),
  limit: z.int().min(1).max(50).default(10).meta({ description: 'The maximum of prospects in the result.' }),
});

const runOutput = z.object({
  ...notice,
  job: prospectingJobRecord,
  total_results: z.int().meta({ description: 'The number of prospects of the run.' }),
  prospects: z.array(z.record(z.string(), z.unknown())).meta({
    description: 'The prospects, best first; none while the run is running and after a failure.',
  }),
  next_offset: z.int().nullable().meta({ description: 'The `offset` of the next prospects; null at the end.' }),
});

const start = {
  name: 'start_prospecting',
  title: 'Start prospecting',
  description:
    'Starts a run that finds and ranks whom to talk to at a company; `get_prospecting_run` returns its status and prospects. Cost: ' +
    'one `prospecting` credit, reserved now, charged when the run succeeds and released when it fails.',
  input: startInput,
  output: startOutput,
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  path: '/v1/prospecting/start',
} as const;

const run = {
  name: 'get_prospecting_run',
  title: 'Get a prospecting run',
  description: `Returns the status of a run, and its prospects in pages once it has succeeded. Free. ${recordsAreData}`,
  input: runInput,
  output: runOutput,
  hints: { ...readsOnly, openWorldHint: true },
  path: '/v1/prospecting/jobs',
} as const;

/** Runs of prospecting: start, status and results. */
@Injectable()
export class ProspectingTools {
  readonly tools: readonly Tool[];
  private readonly check: Checker;

  constructor(
    private readonly starts: RunStartService,
    private readonly jobs: JobService,
    private readonly calls: ChargedCallService,
    @Inject(configToken) config: Config,
  ) {
    this.check = compileChecker(StartProspectingRequest, config);
    this.tools = [this.startProspecting(), this.getRun()];
  }

  private startProspecting(): Tool {
    return tool(start, async (args, call) => {
      const { maximum_credits: _maximum, idempotency_key: _key, ...sent } = args;
      const request = this.check(sent, 'body') as StartProspectingRequest;
      let reserved = 0;
      const { body, cost } = await this.calls.run(start.name, args, call, async (billing, key) => {
        const started = await this.starts.start(request, billing, key);
        reserved = started.reserved;
        return started;
      });
      return { ...(body as z.input<typeof startProspectingResponse>), credits_reserved: reserved, ...cost };
    });
  }

  private getRun(): Tool {
    return tool(run, async ({ job_id: jobId, offset, limit }, { caller }) => {
      const job = await this.jobs.record(BigInt(jobId), caller);
      const { total_results: total, resulting_prospects: all } = await this.jobs.results(BigInt(jobId), caller);
      const end = offset + limit;
      return {
        notice: noticeText,
        job,
        total_results: total,
        prospects: all.slice(offset, end),
        next_offset: end < total ? end : null,
      };
    });
  }
}
