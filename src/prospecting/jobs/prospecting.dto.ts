import { z } from 'zod';
import { prospectMembers } from '../assessment/prospect-schema.js';

const jobId = z.int().meta({ description: 'The id of the job.', format: 'int64', examples: [2788414107921863] });
export const jobStatuses = ['running', 'success', 'failed'] as const;
const status = z.enum(jobStatuses);

export const startProspectingResponse = z
  .object({
    job_id: jobId,
    status: z.literal('running').describe('The status of the new job.'),
    tenant: z.string().meta({ description: 'The tenant of the API key.' }),
    team_name: z.string().nullable().meta({ description: 'The value in the request.' }),
    message: z.string().meta({ description: 'A message in plain English.' }),
  })
  .meta({ id: 'StartProspectingResponse' });

export type StartProspectingResponse = z.output<typeof startProspectingResponse>;

export const prospectingJobRecord = z
  .object({
    job_id: jobId,
    status: status.meta({ description: 'The status of the run. Only `running` can still change.' }),
    tenant_id: z.string().meta({ description: 'The tenant of the job.' }),
    company_network_url: z.string().meta({ description: 'The value in the request.' }),
    team: z.string().nullable().meta({ description: 'The value in the request.' }),
    client_email: z.string().nullable().meta({ description: 'The value in the request.' }),
    run_start_time: z.iso.datetime().meta({ description: 'The start of the run, in UTC.' }),
    run_end_time: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'The end of the run, in UTC; null while it is running.' }),
    failure_reason: z
      .string()
      .nullable()
      .meta({ description: 'The reason why the run failed; null if it has not failed.' }),
  })
  .meta({ id: 'ProspectingJob' });

export type ProspectingJobRecord = z.output<typeof prospectingJobRecord>;

export const prospectingJobList = z
  .object({
    jobs: z.array(prospectingJobRecord).meta({ description: 'The jobs, the newest first.' }),
    next_cursor: z.string().nullable().meta({ description: 'The `cursor` of the next page; null on the last page.' }),
  })
  .meta({ id: 'ProspectingJobList' });

export type ProspectingJobList = z.output<typeof prospectingJobList>;

export const prospectKeys = Object.keys(prospectMembers);

/** The schema of a prospect in an answer. Its keys and descriptions are the same as those of the document that a run stores. */
const prospect: z.ZodType<Readonly<Record<string, unknown>>> = z.object(prospectMembers).meta({ id: 'Prospect' });

export const prospectingResults = z
  .object({
    job_id: jobId,
    status: status.meta({ description: 'The status of the run. Only a run with the status `success` has prospects.' }),
    total_results: z.int().meta({ description: 'The number of prospects.' }),
    resulting_prospects: z.array(prospect).meta({
      description: 'The prospects, the best first. The list is empty while the run is running and after it has failed.',
    }),
    metadata: z.record(z.string(), z.any()).nullable().meta({
      description:
        'Data about the run, such as `pipeline_version`, `schema_version`, and `scores` with the four scores of each prospect.',
    }),
  })
  .meta({ id: 'ProspectingResults' });

export type ProspectingResults = z.output<typeof prospectingResults>;
