import { expect } from '@jest/globals';
import { CommandLine } from '../service/command-line.js';
import type { TestService } from '../service/test-service.js';
import { ndjson } from './ndjson.js';

export const acme = {
  website: 'acme.test',
  name: 'Acme',
  employee_count: 100,
  funding_last_date: '2024-01-10',
  funding_last_type: 'Series A',
};
export const globex = { website: 'globex.test', name: 'Globex' };
export const job = (title: string, site: string, start_date: string) => ({ title, company_website: site, start_date });
export const jane = (...experience: object[]) => ({
  network_url: 'network.com/in/jane',
  full_name: 'Jane Doe',
  experience,
});
export const bob = (title: string) => ({
  network_url: 'network.com/in/bob',
  full_name: 'Bob Ray',
  job_title: title,
  company_website: 'acme.test',
});
export const atAcme = job('Sales Manager', 'acme.test', '2022-03-01');
const atGlobex = job('VP Sales', 'globex.test', '2026-02-01');

/** Jane leaves Acme for Globex. */
export const janeMoves = jane({ ...atAcme, end_date: '2026-01-31' }, atGlobex);
export const janeMoved = 'Company Change: Jane Doe moved from Acme to Globex as VP Sales, since 2026-02-01';

/** Commands on the database of a service, which import records and let tenants follow them. */
export function followCommands(service: () => TestService) {
  const admin = new CommandLine(() => ({ DATABASE_URL: service().databaseUrl }));
  const load = async (kind: 'companies' | 'persons', records: readonly object[], ...options: string[]) => {
    const summary = await admin.answerOf(['import', kind, '-', '--yes', ...options], { stdin: ndjson(records) });
    expect(summary).toMatchObject({ read: records.length, rejected: 0 });
  };
  return {
    admin,
    /** Imports records, none of which may be rejected. */
    load,
    /** Imports two companies and two persons for the first time. */
    loadFirst: async () => {
      await load('companies', [acme, globex]);
      await load('persons', [jane(atAcme), bob('Data Analyst')]);
    },
    follow: (tenant: string, option: '--companies' | '--persons', identifiers: readonly string[]) =>
      admin.answerOf(['follow', tenant, option, '-'], { stdin: identifiers.join('\n') }),
    /** The texts of all signals of a tenant that changes of records have become, oldest first. */
    signalsOf: async (tenant: string): Promise<string[]> => {
      const { rows } = await service().database.pool.query<{ text: string }>(
        `select signal_type || ': ' || message_text as text from signal where tenant_id = $1 and source_type = 'change' order by id`,
        [tenant],
      );
      return rows.map(({ text }) => text);
    },
  };
}
