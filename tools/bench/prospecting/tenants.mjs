import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { admin } from '../load/service.mjs';
import { ownPage } from './population.mjs';

/** More than a benchmark can use up. */
const grant = '1000000';
const team = 'all';

/** Takes everybody, so that everybody is compared with everybody at the tenant's own company. */
const schema = {
  personas: [
    { name: 'Technology', titles: ['engineering', 'engineer', 'data', 'software', 'technology'] },
    { name: 'Everybody', seniorities: ['ic', 'teamlead', 'director', 'executive'], weight: 0.5 },
  ],
  client_technologies: ['Kafka', 'Snowflake', 'Kubernetes'],
  competitor_technologies: ['Jenkins'],
  complementary_technologies: ['Terraform'],
  client_company_network_url: ownPage,
};

/**
 * The two kinds of tenant: `plain` has no team, so that runs look for decision makers and nobody introduces; `heavy` looks
 * for everybody, and has three thousand employees of its own.
 * @returns by name the tenant's key, the team that its runs name, and the pages of the companies whose people these read
 */
export async function openTenants(world) {
  const folder = await mkdtemp(join(tmpdir(), 'data-access-service-team-'));
  try {
    await writeFile(join(folder, 'team.json'), JSON.stringify(schema));
    const tenants = {};
    for (const name of ['plain', 'heavy']) {
      await admin(world.settings, 'tenant', 'create', name);
      await admin(world.settings, 'credits', 'grant', name, 'prospecting', grant);
      const { api_key: apiKey } = await admin(world.settings, 'key', 'create', name);
      tenants[name] = { name, apiKey, team: null, ownPages: [] };
    }
    await admin(world.settings, 'team', 'set', 'heavy', team, '--schema', join(folder, 'team.json'));
    Object.assign(tenants.heavy, { team, ownPages: [ownPage] });
    return tenants;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
