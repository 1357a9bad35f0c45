import { DEMO_COMPANY, DEMO_TEAM } from './demo-content.js';
import type { DemoAccess } from './demo.service.js';

/** Requests that the demo data answers. */
const requests = [
  {
    title: 'A company, with counts of its employees',
    path: '/v1/company/enrich',
    body: {
      companies: [{ website: 'https://www.siemens.com/de' }],
      fields: ['name', 'industry', 'employee_count', 'founded_year', 'location_country'],
      include_metadata: true,
    },
  },
  {
    title: 'An invented person, with contact data',
    path: '/v1/person/enrich',
    body: {
      persons: [{ full_name: 'Theresa Weber', company_domain: 'siemens.com' }],
      fields: ['full_name', 'job_title', 'location_locality'],
      include_personas: true,
      include_contact_data: true,
    },
  },
  {
    title: 'What companies and persons have done, by date',
    path: '/v1/signals/get-signals',
    body: { start_time: '2026-11-01', end_time: '2026-11-30' },
  },
  {
    title: 'A search for prospects, which answers with the id of a job',
    path: '/v1/prospecting/start',
    body: { network_url: DEMO_COMPANY, team_name: DEMO_TEAM.name },
  },
] as const;

/** What is to be read of a run, behind its path. */
const readings = [
  { title: 'What became of such a job', rest: '' },
  { title: 'Its prospects, the best first', rest: '/results' },
] as const;

/** What `npm start` prints for people: where the service is, a key, and requests that answer. */
export function welcome(baseUrl: string, { apiKey, jobId }: DemoAccess): string {
  const key = `-H 'X-Api-Key: ${apiKey}'`;
  const headers = `${key} -H 'Content-Type: application/json'`;
  const aboutRun =
    jobId === null
      ? []
      : readings.flatMap(({ title, rest }) => [
          `  ${title}:`,
          '',
          `  curl -s ${baseUrl}/v1/prospecting/jobs/${jobId}${rest} ${key}`,
          '',
        ]);
  const examples = requests.flatMap(({ title, path, body }) => [
    `  ${title}:`,
    '',
    `  curl -s ${baseUrl}${path} ${headers} -d '${JSON.stringify(body)}'`,
    '',
  ]);
  return [
    '',
    `  Base URL   ${baseUrl}`,
    `  Reference  ${baseUrl}/docs`,
    `  API key    ${apiKey}`,
    '',
    ...examples,
    ...aboutRun,
    '',
  ].join('\n');
}
