import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Fills an empty database through the service's own code.
 * @param {string} folder for files
 * @param tenants by name: what they are `granted`, by feature, and their `teams`, by name, where they have some
 * @returns the key of each tenant, by its name
 */
export async function fill(databaseUrl, folder, { tenants, companies, persons }) {
  const at = (path) => import(`../../../dist/${path}.js`);
  const [{ readConfig }, { createLogger }, { createService }, { AppModule }] = await Promise.all(
    ['platform/config/config', 'platform/log/log', 'app/create-service', 'app.module'].map(at),
  );
  const config = readConfig({ DATABASE_URL: databaseUrl, WORKER: 'off', SEED: 'off' });
  const service = await createService(AppModule, config, createLogger('warn', process.stderr));
  const get = async (path, name) => service.get((await at(path))[name], { strict: false });
  try {
    await load(
      await get('imports/companies/company-import.service', 'CompanyImportService'),
      'importCompanies',
      folder,
      companies,
    );
    await load(
      await get('imports/persons/person-import.service', 'PersonImportService'),
      'importPersons',
      folder,
      persons,
    );
    const register = await get('tenancy/tenants/tenant.service', 'TenantService');
    const keys = await get('tenancy/tenants/key.service', 'KeyService');
    const credits = await get('billing/credits/credit-grant.service', 'CreditGrantService');
    const schemas = await get('prospecting/teams/team.service', 'TeamService');
    const issued = {};
    for (const [tenant, { granted, teams = {} }] of Object.entries(tenants)) {
      await register.create(tenant, null, null);
      for (const [feature, amount] of Object.entries(granted)) await credits.grant(tenant, feature, amount);
      for (const [team, schema] of Object.entries(teams)) await schemas.set(tenant, team, schema);
      issued[tenant] = (await keys.create(tenant, null)).apiKey;
    }
    return issued;
  } finally {
    await service.close();
  }
}

async function load(imports, method, folder, records) {
  const file = join(folder, `${method}.ndjson`);
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const { rejected } = await imports[method](file);
  if (rejected > 0) throw new Error(`${rejected} records were rejected by ${method}`);
}
