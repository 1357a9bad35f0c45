import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppModule } from '#dist/app.module';
import { createService } from '#dist/app/create-service';
import { CreditGrantService } from '#dist/billing/credits/credit-grant.service';
import { ImportService } from '#dist/imports/import.service';
import { readConfig } from '#dist/platform/config/config';
import { createLogger } from '#dist/platform/log/log';
import { TeamService } from '#dist/prospecting/teams/team.service';
import { KeyService } from '#dist/tenancy/tenants/key.service';
import { TenantService } from '#dist/tenancy/tenants/tenant.service';
import { creditRules } from '../../test/support/credits/credit-rules.mjs';
import { ndjson } from '../../test/support/records/ndjson.js';
import type { Queryable } from './postgres.js';

export interface Tenant {
  /** The granted credits by feature, as an operator writes them: `100` or `unlimited`. */
  readonly granted: Readonly<Record<string, string>>;
  /** The schemas of teams by their names. */
  readonly teams?: Readonly<Record<string, object>>;
}

export interface Content {
  readonly tenants: Readonly<Record<string, Tenant>>;
  /** The records of companies and persons, in the import format. */
  readonly companies: readonly object[];
  readonly persons: readonly object[];
}

/**
 * Stores the given content in an empty database. The code of the service itself does this.
 * @param folder a folder for the files to import
 * @returns an API key of each tenant, by the name of the tenant
 */
export async function fillDatabase(
  databaseUrl: string,
  folder: string,
  { tenants, companies, persons }: Content,
): Promise<Record<string, string>> {
  const config = readConfig({ DATABASE_URL: databaseUrl, WORKER: 'off', SEED: 'off' });
  const service = await createService(AppModule, config, createLogger('warn', process.stderr));
  const anywhere = { strict: false };
  try {
    const write = async (name: string, records: readonly object[]): Promise<string> => {
      const file = join(folder, `${name}.ndjson`);
      await writeFile(file, ndjson(records));
      return file;
    };
    const summaries = [
      await service.get(ImportService, anywhere).run('companies', await write('companies', companies)),
      await service.get(ImportService, anywhere).run('persons', await write('persons', persons)),
    ];
    if (summaries.some(({ rejected }) => rejected > 0))
      throw new Error('An import has rejected some records of the scenario');
    const keys: Record<string, string> = {};
    for (const [name, { granted, teams = {} }] of Object.entries(tenants)) {
      await service.get(TenantService, anywhere).create(name, null, null);
      for (const [feature, amount] of Object.entries(granted))
        await service.get(CreditGrantService, anywhere).grant(name, feature, amount);
      for (const [team, schema] of Object.entries(teams))
        await service.get(TeamService, anywhere).set(name, team, schema);
      keys[name] = (await service.get(KeyService, anywhere).create(name, null)).apiKey;
    }
    return keys;
  } finally {
    await service.close();
  }
}

/** The violations of the ledger's rules, each as a line of text. */
export async function brokenCreditRules(postgres: Queryable): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, sql] of creditRules) {
    const violations = await postgres.query<Record<string, string>>(sql);
    broken.push(...violations.map((row) => `${rule}: ${Object.values(row).join(' ')}`));
  }
  return broken;
}
