import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const COMPANIES = 40;
export const PERSONS = 40;
const PLENTY = '1000000000';

export const websiteOf = (company) => `chaos-${company}.com`;
export const pageOf = (person) => `https://www.network.com/in/chaos-${person}`;
/** Every other person has an e-mail address, which is contact data. */
export const hasContact = (person) => person % 2 === 0;

/**
 * The tenants, by name: what they ask for, what they were granted, and which of their accounts is to be used up to the last
 * credit.
 * @param {number} seconds of load, by which the accounts are measured that are to be used up
 */
export function tenantsFor(seconds) {
  return {
    plenty: { asksFor: 'companies', granted: { data_access: PLENTY } },
    unlimited: { asksFor: 'companies', granted: { data_access: 'unlimited' } },
    scarce: { asksFor: 'companies', granted: { data_access: String(20 * seconds) }, scarce: 'data_access' },
    contacts: {
      asksFor: 'persons',
      granted: { data_access: PLENTY, contact_data: String(8 * seconds) },
      scarce: 'contact_data',
    },
  };
}

/**
 * Sets up an empty database through the service's own code.
 * @param {string} folder for files
 * @returns the key of each tenant, by its name
 */
export async function setUp(databaseUrl, folder, tenants) {
  const at = (path) => import(`../../dist/${path}.js`);
  const [{ readConfig }, { createLogger }, { createService }] = await Promise.all(
    ['platform/config', 'platform/log', 'service'].map(at),
  );
  const config = readConfig({ DATABASE_URL: databaseUrl, WORKER: 'off', SEED: 'off' });
  const service = await createService(config, createLogger('warn', 'stderr'));
  const get = async (path, name) => service.get((await at(path))[name], { strict: false });
  try {
    await load(
      await get('dataset/company-import.service', 'CompanyImportService'),
      'importCompanies',
      folder,
      companies(),
    );
    await load(await get('dataset/person-import.service', 'PersonImportService'), 'importPersons', folder, persons());
    const register = await get('tenancy/tenant.service', 'TenantService');
    const keys = await get('tenancy/key.service', 'KeyService');
    const credits = await get('billing/credit-grant.service', 'CreditGrantService');
    const issued = {};
    for (const [tenant, { granted }] of Object.entries(tenants)) {
      await register.create(tenant, null, null);
      for (const [feature, amount] of Object.entries(granted)) await credits.grant(tenant, feature, amount);
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

function companies() {
  return numbers(COMPANIES).map((each) => ({ name: `Chaos ${each}`, website: websiteOf(each) }));
}

function persons() {
  return numbers(PERSONS).map((each) => ({
    network_url: pageOf(each),
    full_name: `Person ${each}`,
    company_website: websiteOf(each),
    emails: hasContact(each) ? [{ address: `person.${each}@${websiteOf(each)}`, type: 'work' }] : [],
  }));
}

export function numbers(count) {
  return Array.from({ length: count }, (_, index) => index + 1);
}
