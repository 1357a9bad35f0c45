import type { QueryFieldDraft } from '../tenancy/query-field.service.js';

/** The tenant for whom the demo data is there. */
export const DEMO_TENANT = 'demo';

/** Enough to try everything out, and little enough to see it shrink. */
export const DEMO_CREDITS: ReadonlyMap<string, number> = new Map([
  ['data_access', 100_000],
  ['contact_data', 10_000],
  ['prospecting', 1_000],
]);

/** Fields of the demo tenant; `include_metadata` appends them. */
export const DEMO_QUERIES: ReadonlyMap<string, QueryFieldDraft> = new Map<string, QueryFieldDraft>([
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
