import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CoverageSql } from '../../src/coverage/coverage.sql.js';
import { storeCoveredRecords } from '../support/records/covered-records.js';
import { ndjson } from '../support/records/ndjson.js';
import { call } from '../support/http/http.js';
import { CommandLine } from '../support/service/command-line.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const operatorKey = 'a key for operators with 32 characters';

let service: TestService;
const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));

const covered = (fields: readonly { readonly field: string }[], name: string) =>
  fields.find(({ field }) => field === name);

beforeAll(async () => {
  service = await startTestService({ env: { OPERATOR_API: 'on', OPERATOR_KEY: operatorKey } });
  await storeCoveredRecords(admin, service);
});

afterAll(() => service.close());

interface Coverage {
  readonly companies: { readonly fields: readonly { readonly field: string }[] };
  readonly persons: { readonly fields: readonly { readonly field: string }[] };
}

describe('admin coverage', () => {
  it('says how many companies and persons have each field', async () => {
    const { companies, persons } = await admin.answerOf<Coverage>(['coverage']);
    expect(companies).toMatchObject({ records: 4, counted: 4, method: 'all records', without_source: 1 });
    expect(covered(companies.fields, 'name')).toEqual({ field: 'name', group: 'profile', records: 2, share: 0.5 });
    expect(covered(companies.fields, 'technologies')).toMatchObject({ records: 1, share: 0.25 });
    expect(covered(companies.fields, 'account_keywords')).toMatchObject({ records: 1 });
    expect(covered(companies.fields, 'ticker')).toMatchObject({ records: 0, share: 0 });
    expect(covered(persons.fields, 'emails')).toMatchObject({ group: 'contact', records: 1, share: 0.5 });
    expect(covered(persons.fields, 'contact_network_url')).toMatchObject({ records: 1 });
    expect(covered(persons.fields, 'company_website')).toMatchObject({ records: 2, share: 1 });
  });

  it('says for each source how long ago its values were confirmed, and lists the last imports', async () => {
    const coverage = await admin.answerOf<Coverage>(['coverage']);
    expect(coverage).toMatchObject({
      companies: {
        sources: [
          { source: 'crm', older: 0 },
          { source: 'register', groups: 1, within_30_days: 0, older: 1 },
        ],
      },
      persons: { sources: [{ source: 'events', older: 0 }] },
      imports: [
        { kind: 'persons', source: 'events', inserted: 2 },
        { kind: 'companies', source: 'crm', inserted: 4 },
      ],
    });
  });

  it('shows the shares as bars on a terminal', async () => {
    const { stdout } = await admin.run(['coverage'], { screen: 200 });
    expect(stdout).toMatch(/name +profile +2 +50% +█{10}·{10}/);
  });
});

describe('GET /operator/v1/coverage', () => {
  it('answers what the command prints, and counts the records once for several requests', async () => {
    const ask = () => call(`${service.baseUrl}/operator/v1/coverage`, { headers: { 'X-Operator-Key': operatorKey } });
    const [first, second] = [await ask(), await ask()];
    const { counted_at: _, ...printed } = await admin.answerOf<{ counted_at: string }>(['coverage']);
    expect(first).toMatchObject({ status: 200, body: printed });
    expect(second.body).toEqual(first.body);
  });
});

describe('The coverage of a table that is larger than the sample', () => {
  it('is that of a part of its records, and the answer says so', async () => {
    const many = Array.from({ length: 6_000 }, (_, number) => ({
      website: `many${number}.example`,
      ...(number % 2 === 0 ? { name: `Many ${number}` } : {}),
    }));
    await admin.answerOf(['import', 'companies', '-'], { stdin: ndjson(many) });
    const { companies } = await service.app.get(CoverageSql, { strict: false }).count(40);
    expect(companies.method).toBe('sample');
    expect(companies.counted).toBeLessThan(companies.records);
    expect(covered(companies.fields, 'name')).toMatchObject({ share: expect.closeTo(0.5, 1) });
  });
});
