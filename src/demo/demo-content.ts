import type { CreditFeature } from '../billing/credits/credit-amounts.js';
import type { QueryFieldDraft } from '../tenancy/query-fields/query-field.service.js';

/** The id of the demo tenant. */
export const demoTenant = 'demo';

/** The profile page of the company for which the demo prospecting run is started. */
export const demoCompany = 'https://www.network.com/company/datadog';

/** The credits of the demo tenant, by feature: enough for a trial, and few enough that one sees the balance fall. */
export const demoCredits: Readonly<Record<CreditFeature, number>> = {
  data_access: 100_000,
  contact_data: 10_000,
  prospecting: 1_000,
};

/** The query fields of the demo tenant, by name. The option `include_metadata` adds them to answers. */
export const demoQueries: ReadonlyMap<string, QueryFieldDraft> = new Map<string, QueryFieldDraft>([
  [
    'data_engineers',
    {
      scope: 'both',
      definition: { titles: ['data engineer', 'data engineering', 'data architect', 'analytics engineer'] },
      metadata: true,
    },
  ],
  [
    'engineering_leaders',
    {
      scope: 'both',
      definition: {
        personas: ['engineering'],
        seniorities: ['seniority_teamlead', 'seniority_director', 'seniority_executive'],
      },
      metadata: true,
    },
  ],
]);

/** The prospecting schema of the demo team: a vendor of databases, which is one of the demo companies, looks for buyers. */
export const demoTeam = {
  name: 'databases',
  schema: {
    regions: [
      { name: 'North America', countries: ['United States', 'Canada', 'Mexico'] },
      {
        name: 'DACH',
        countries: ['Germany', 'Austria', 'Switzerland'],
      },
      {
        name: 'Europe',
        countries: [
          'United Kingdom',
          'Ireland',
          'France',
          'Spain',
          'Portugal',
          'Italy',
          'Netherlands',
          'Belgium',
          'Poland',
          'Sweden',
          'Denmark',
          'Norway',
          'Finland',
        ],
      },
      {
        name: 'Asia Pacific',
        countries: ['India', 'Japan', 'China', 'Singapore', 'South Korea', 'Taiwan', 'Australia'],
      },
      { name: 'Rest of the world' },
    ],
    personas: [
      {
        name: 'Data leader',
        titles: ['data', 'database', 'analytics', 'machine learning'],
        seniorities: ['seniority_teamlead', 'seniority_director', 'seniority_executive'],
        weight: 3,
      },
      {
        name: 'Technology leader',
        titles: [
          'technology',
          'engineering manager',
          'software',
          'cto',
          'cio',
          'it',
          'platform',
          'infrastructure',
          'architecture',
          'devops',
        ],
        seniorities: ['seniority_teamlead', 'seniority_director', 'seniority_executive'],
        weight: 3,
      },
      {
        name: 'Engineer',
        titles: ['engineer', 'developer', 'database', 'devops', 'data scientist'],
        seniorities: ['seniority_ic'],
        weight: 1,
      },
    ],
    exclude_titles: [
      'intern',
      'trainee',
      'working student',
      // The titles of engineers who do not build software.
      'mechanical',
      'manufacturing',
      'electrical',
      'process',
      'production',
      'maintenance',
      'quality',
      'test',
      'research engineer',
      'laboratory',
      'lab',
      'workplace',
      'technical support',
      'field service',
      'civil',
      'chemical',
      'industrial',
    ],
    client_company_network_url: 'https://www.network.com/company/oracle',
    client_technologies: ['Oracle Database', 'MySQL', 'Java'],
    competitor_technologies: ['PostgreSQL', 'MongoDB', 'Cassandra', 'SAP HANA', 'DynamoDB', 'Snowflake'],
    complementary_technologies: ['Kubernetes', 'Kafka', 'Linux', 'Spring Boot', 'Python'],
    talking_points: [
      {
        persona: 'Data leader',
        text: 'One database for transactions and analytics means one copy of the data to govern.',
      },
      {
        persona: 'Technology leader',
        text: 'Patches, tuning and failover without a night shift free a team for its product.',
      },
      { technology: 'MySQL', text: 'Managed MySQL with analytics built in spares the second system.' },
      {
        technology: 'PostgreSQL',
        text: 'What a move from PostgreSQL takes can be measured in a week, with their own schema.',
      },
      {
        technology: 'Kubernetes',
        text: 'There is an operator for Kubernetes, so that databases are deployed as services are.',
      },
    ],
    max_results: 25,
  },
} as const;
