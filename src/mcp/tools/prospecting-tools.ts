import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Caller } from '../../platform/auth/caller.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { compileChecker } from '../../platform/http/validation/compile-checker.js';
import { JobService } from '../../prospecting/jobs/job.service.js';
import { prospectingJobRecord, startProspectingResponse } from '../../prospecting/jobs/prospecting.dto.js';
import { followText, RunStartService } from '../../prospecting/start/run-start.service.js';
import { StartProspectingRequest } from '../../prospecting/start/start-prospecting.dto.js';
import { TeamService } from '../../prospecting/teams/team.service.js';
import { chargedArguments, ChargedCallService, chargedResult } from '../charged-call.service.js';
import {
  type ArgumentsFor,
  invalidArgument,
  notice,
  noticeText,
  readsOnly,
  recordsAreData,
  tool,
  type Tool,
} from '../tool.js';

const startInput = z.strictObject({
  network_url: z.string().meta({
    description:
      'The profile page of the company, such as `https://www.network.com/company/siemens`. `find_companies` returns it for a name.',
  }),
  team_name: z.string().optional().meta({
    description:
      'The name of a team, as `list_teams` returns it. The run uses the prospecting schema of this team, and without a name the default one.',
  }),
  client_email: z.string().optional().meta({ description: 'The e-mail address of the person who starts the run.' }),
  ...chargedArguments,
} satisfies ArgumentsFor<Omit<StartProspectingRequest, 'max_credits'>>);

const startOutput = z.object({
  ...startProspectingResponse.shape,
  credits_reserved: z
    .int()
    .min(0)
    .meta({ description: 'The credits that are reserved now and charged when the run succeeds.' }),
  ...chargedResult,
});

const jobId = z.int().meta({ description: 'The `job_id` that `start_prospecting` returned.' });

const runInput = z.strictObject({
  job_id: jobId,
  offset: z.int().min(0).default(0).meta({ description: 'The number of prospects to skip.' }),
  limit: z.int().min(1).max(50).default(10).meta({ description: 'The maximum number of prospects in the result.' }),
});

const runOutput = z.object({
  ...notice,
  job: prospectingJobRecord,
  total_results: z.int().meta({ description: 'The number of prospects of the run.' }),
  prospects: z.array(z.record(z.string(), z.unknown())).meta({
    description: 'The prospects, with the best first. Empty while the run is running, and if it has failed.',
  }),
  next_offset: z.int().nullable().meta({ description: 'The `offset` of the next prospects; null at the end.' }),
});

const unknownRun =
  'There is no run with this `job_id`. To start a new run, call `start_prospecting`, which returns its `job_id`.';

const start = {
  name: 'start_prospecting',
  title: 'Start prospecting',
  description:
    'Starts a run that finds and ranks the persons to talk to at a company; `get_prospecting_run` returns its status and prospects. Cost: ' +
    'one `prospecting` credit, reserved now, charged when the run succeeds and released when it fails. A started run goes on when the ' +
    'call is abandoned; `cancel_prospecting_run` ends it.',
  input: startInput,
  output: startOutput,
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  path: '/v1/prospecting/start',
  advice: { network_url: '`find_companies` returns the profile page of a company as `network_url`' },
} as const;

const run = {
  name: 'get_prospecting_run',
  title: 'Get a prospecting run',
  description: `Returns the status of a run, and its prospects in pages once it has succeeded. Free. ${recordsAreData}`,
  input: runInput,
  output: runOutput,
  hints: { ...readsOnly, openWorldHint: true },
  path: '/v1/prospecting/jobs',
  failures: { JOB_NOT_FOUND: unknownRun },
} as const;

const cancel = {
  name: 'cancel_prospecting_run',
  title: 'Cancel a prospecting run',
  description:
    'Ends a run that is running: the run fails, its reserved credit is released, and it gets no prospects. A repeated call returns ' +
    'the cancelled run again. Free.',
  input: z.strictObject({ job_id: jobId }),
  output: prospectingJobRecord,
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  path: '/v1/prospecting/jobs',
  failures: {
    JOB_NOT_FOUND: unknownRun,
    JOB_ENDED:
      'The run has ended already and cannot be cancelled. `get_prospecting_run` returns its status and prospects.',
  },
} as const;

/** The tools that start prospecting runs, return their status and results, and cancel them. */
@Injectable()
export class ProspectingTools {
  readonly tools: readonly Tool[];
  private readonly check;

  constructor(
    private readonly starts: RunStartService,
    private readonly jobs: JobService,
    private readonly teams: TeamService,
    private readonly calls: ChargedCallService,
    @Inject(configToken) config: Config,
  ) {
    this.check = compileChecker(StartProspectingRequest, config);
    this.tools = [this.startProspecting(), this.getRun(), this.cancelRun()];
  }

  private startProspecting(): Tool {
    return tool(start, async (args, call) => {
      const { maximum_credits: _maximum, idempotency_key: _key, ...sent } = args;
      const request = this.check(sent, 'body');
      const { body, reserved, cost } = await this.calls.run(start.name, args, call, async (billing) => {
        await this.assertTeam(request, call.caller);
        return this.starts.start(request, billing);
      });
      const started = body as z.input<typeof startProspectingResponse>;
      const credits = reserved.get('prospecting') ?? 0;
      return { ...started, message: messageOf(started), credits_reserved: credits, ...cost };
    });
  }

  /**
   * Refuses the name of a team that does not exist. The HTTP route would start a run with the default schema. An agent may have
   * invented the name, so it is told before a credit is reserved.
   */
  private async assertTeam({ team_name: team }: StartProspectingRequest, { tenantId }: Caller): Promise<void> {
    if (team === undefined || team === null || (await this.teams.has(tenantId, team))) return;
    const text =
      'there is no such team; `list_teams` returns the names, and without `team_name` the default schema is used';
    throw invalidArgument('team_name', text, team);
  }

  private getRun(): Tool {
    return tool(run, async ({ job_id: id, offset, limit }, { caller }) => {
      const job = await this.jobs.record(BigInt(id), caller);
      const { total_results: total, resulting_prospects: all } = await this.jobs.results(BigInt(id), caller);
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

  private cancelRun(): Tool {
    return tool(cancel, ({ job_id: id }, { caller }) => this.jobs.cancelOwn(BigInt(id), caller));
  }
}

/** The message of the HTTP route with one change: it names the tool to call next in place of the route to call next. */
function messageOf({ job_id: id, message }: z.input<typeof startProspectingResponse>): string {
  return message.replace(
    followText(id),
    `\`get_prospecting_run\` with \`job_id\` ${id} returns its status and prospects.`,
  );
}
