import { z } from 'zod';
import type { Prospect } from '../assessment/prospect.js';

const jobId = z.int().meta({ description: 'Id of the job', format: 'int64', examples: [2788414107921863] });
const status = z.enum(['running', 'success', 'failed']);

export const startProspectingResponse = z
  .object({
    job_id: jobId,
    status: z.literal('running'),
    tenant: z.string().meta({ description: 'Tenant of the API key' }),
    team_name: z.string().nullable().meta({ description: 'As it was sent' }),
    message: z.string().meta({ description: 'A sentence for people' }),
  })
  .meta({ id: 'StartProspectingResponse' });

export type StartProspectingResponse = z.output<typeof startProspectingResponse>;

export const prospectingJobRecord = z
  .object({
    job_id: jobId,
    status: status.meta({ description: 'Once it is no longer `running` it never changes again' }),
    tenant_id: z.string().meta({ description: 'Owning tenant' }),
    company_network_url: z.string().meta({ description: 'As it was sent' }),
    team: z.string().nullable().meta({ description: 'As it was sent' }),
    client_email: z.string().nullable().meta({ description: 'As it was sent' }),
    run_start_time: z.iso.datetime().meta({ description: 'UTC' }),
    run_end_time: z.iso.datetime().nullable().meta({ description: 'UTC; null while running' }),
    failure_reason: z.string().nullable().meta({ description: 'Only of a failed run' }),
  })
  .meta({ id: 'ProspectingJob' });

export type ProspectingJobRecord = z.output<typeof prospectingJobRecord>;

const jsonText = (description: string) => z.string().meta({ description: `JSON text: ${description}` });
const listText = (description: string) => z.string().meta({ description: `${description}, separated by \`|\`` });

/** Everything that is served of a prospect, in this order. */
const prospectMembers = {
  region: z.string().meta({ description: 'Sales region' }),
  full_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  title_name: z.string().meta({ description: 'Current job title' }),
  company_name: z.string().meta({ description: 'Current employer' }),
  network_url: z.string().meta({ description: 'Profile page' }),
  ai_reasoning: z.string().meta({ description: 'Why this person: summary, technical, buyer, receptive, warm intro' }),
  location_name: z.string(),
  location_region: z.string().nullable(),
  location_country: z.string().nullable(),
  prospect_tags: z.array(z.string()),
  composite_score: z.number(),
  current_personas: jsonText('a list of objects, persona to years in the current role'),
  personas_with_years: jsonText('a list of objects, persona to years altogether'),
  connection_factors: jsonText('an object, what makes an introduction warm to its score'),
  company_network_url: z.string().meta({ description: "The current employer's page" }),
  product_talking_points: z.record(z.string(), z.string()),
  company_tech_growth_12mo: z.string().meta({ description: 'Growth of technical headcount in a year, in per cent' }),
  recent_titles_last_5_years: listText('Titles'),
  months_in_latest_experience: z.int(),
  months_since_last_promotion: z.int().nullable(),
  past_companies_used_client_tech: listText("Former employers that use the client's technology"),
  connecting_employee_network_url: z.string().nullable().meta({ description: 'Who of the client could introduce' }),
  prospect_awareness_competitor_tech_current: jsonText('a list of names'),
  prospect_awareness_complimentary_tech_current: jsonText('a list of names'),
} as const satisfies Readonly<Record<keyof Prospect, z.ZodType>>;

export const prospectKeys = Object.keys(prospectMembers);

export const prospectingResults = z
  .object({
    job_id: jobId,
    status: status.meta({ description: 'There are no prospects before `success`' }),
    total_results: z.int().meta({ description: 'How many prospects follow' }),
    resulting_prospects: z
      .array(z.object(prospectMembers).meta({ id: 'Prospect' }))
      .meta({ description: 'The best first; empty while running and after a failure' }),
    metadata: z
      .record(z.string(), z.any())
      .nullable()
      .meta({ description: 'How the result came about; `pipeline_version` and `schema_version` among others' }),
  })
  .meta({ id: 'ProspectingResults' });

/** The answer as it is sent; a prospect is what is stored of it. */
export interface ProspectingResults {
  readonly job_id: number;
  readonly status: ProspectingJobRecord['status'];
  readonly total_results: number;
  readonly resulting_prospects: readonly Readonly<Record<string, unknown>>[];
  readonly metadata: object | null;
}
