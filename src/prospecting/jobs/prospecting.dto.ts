import { z } from 'zod';
import type { Prospect } from '../assessment/prospect.js';

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
    status: status.meta({ description: 'The status, which is final after `running`.' }),
    tenant_id: z.string().meta({ description: 'The tenant of the job.' }),
    company_network_url: z.string().meta({ description: 'The value in the request.' }),
    team: z.string().nullable().meta({ description: 'The value in the request.' }),
    client_email: z.string().nullable().meta({ description: 'The value in the request.' }),
    run_start_time: z.iso.datetime().meta({ description: 'The start of the run, in UTC.' }),
    run_end_time: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'The end of the run, in UTC; null while it is running.' }),
    failure_reason: z.string().nullable().meta({ description: 'The reason of a failure; null for other runs.' }),
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

const jsonText = (description: string) => z.string().meta({ description: `JSON text: ${description}` });
const listText = (description: string) => z.string().meta({ description: `${description}, separated by \`|\`.` });

/** The members of a prospect in an answer, in this order. */
const prospectMembers = {
  region: z.string().meta({ description: 'The sales region.' }),
  full_name: z.string().describe('The full name.'),
  first_name: z.string().describe('The first name.'),
  last_name: z.string().describe('The last name.'),
  title_name: z.string().meta({ description: 'The current job title.' }),
  company_name: z.string().meta({ description: 'The current employer.' }),
  network_url: z.string().meta({ description: 'The profile page.' }),
  ai_reasoning: z
    .string()
    .meta({ description: 'The reasoning, in five sections: summary, technical, buyer, receptive, warm intro.' }),
  location_name: z.string().describe('The location as a label.'),
  location_region: z.string().nullable().describe('The state, province or region.'),
  location_country: z.string().nullable().describe('The country.'),
  prospect_tags: z
    .array(z.string())
    .describe('Labels, such as the seniority, the personas and links to employees of the client.'),
  composite_score: z.number().describe('The weighted score by which prospects are ranked.'),
  current_personas: jsonText('a list of objects, from persona to years in the current role.'),
  personas_with_years: jsonText('a list of objects, from persona to years in total.'),
  connection_factors: jsonText('an object, from connection factor to score.'),
  company_network_url: z.string().meta({ description: 'The profile page of the current employer.' }),
  product_talking_points: z
    .record(z.string(), z.string())
    .describe("Talking points by topic, from the team's prospecting schema."),
  company_tech_growth_12mo: z
    .string()
    .meta({ description: 'The growth of the technical headcount in the last 12 months, in per cent.' }),
  recent_titles_last_5_years: listText('Job titles of the last five years'),
  months_in_latest_experience: z.int().describe('The months in the latest position.'),
  months_since_last_promotion: z.int().nullable().describe('The months since the last promotion; null without one.'),
  past_companies_used_client_tech: listText("Former employers that use the client's technology"),
  connecting_employee_network_url: z
    .string()
    .nullable()
    .meta({ description: 'The profile page of a client employee who could introduce the prospect.' }),
  prospect_awareness_competitor_tech_current: jsonText("a list of the competitors' technologies at the employer."),
  prospect_awareness_complimentary_tech_current: jsonText('a list of the complementary technologies at the employer.'),
} as const satisfies Readonly<Record<keyof Prospect, z.ZodType>>;

export const prospectKeys = Object.keys(prospectMembers);

export const prospectingResults = z
  .object({
    job_id: jobId,
    status: status.meta({ description: 'The status; there are prospects after `success` only.' }),
    total_results: z.int().meta({ description: 'The number of prospects.' }),
    resulting_prospects: z
      .array(z.object(prospectMembers).meta({ id: 'Prospect' }))
      .meta({ description: 'The prospects, best first; empty while running and after a failure.' }),
    metadata: z.record(z.string(), z.any()).nullable().meta({
      description:
        'Data about the run, such as `pipeline_version` and `schema_version`, and `scores`: the four of each prospect.',
    }),
  })
  .meta({ id: 'ProspectingResults' });

/** The answer; a prospect is the stored document. */
export interface ProspectingResults {
  readonly job_id: number;
  readonly status: ProspectingJobRecord['status'];
  readonly total_results: number;
  readonly resulting_prospects: readonly Readonly<Record<string, unknown>>[];
  readonly metadata: object | null;
}
