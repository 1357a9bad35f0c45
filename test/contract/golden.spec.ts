import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { companyCatalogue } from '../../src/catalogue/company-catalogue.js';
import { DemoService } from '../../src/demo/demo.service.js';
import { personCatalogue } from '../../src/catalogue/person-catalogue.js';
import { CommandLine } from '../support/service/command-line.js';
import { expectGolden, type GoldenAnswer } from '../support/http/golden.js';
import { call } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { silentLog } from '../support/service/silent-log.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

interface DemoRecord {
  readonly website?: string;
  readonly network_url: string;
  readonly full_name?: string;
  readonly company_website?: string;
  readonly experience?: readonly { readonly company_name: string }[];
}

const groups =
  'tenant key credits query team prospecting import company person signals coverage erase ledger search prune backup restore log migrate status'.split(
    ' ',
  );

const faultyRequests: Readonly<Record<string, readonly unknown[]>> = {
  '/v1/company/enrich': [
    {},
    null,
    [],
    { companies: [], fields: ['name'] },
    { companies: [{}], fields: [] },
    { companies: [{ website: 7, network_id: true, nonsense: 1 }], fields: ['name', 7] },
    { companies: [{ website: 'siemens.com' }], fields: 'name', enhanced_matching: 'maybe' },
    { companies: [{ website: 'siemens.com' }], allow_signals: { start_time: 'yesterday', end_time: 5 } },
  ],
  '/v1/person/enrich': [
    {},
    { persons: [], fields: ['name'] },
    { persons: [{}] },
    { persons: [{ full_name: [], company: { website: {} } }], fields: ['full_name'], include_work_email: 'x' },
    { persons: {}, fields: [null] },
    { persons: [{ full_name: 'Adam Wakefield', company: { website: 'mi.com' } }], fields: ['full_name'] },
  ],
  '/v1/signals/get-signals': [{}, { start_time: '2026-13-01', end_time: '2026-01-01' }, { start_time: 1 }, 'text'],
  '/v1/prospecting/start': [{}, { network_url: 7 }, { network_url: ' ' }, { network_url: 'x', team_name: 1 }],
};

/** The folder of the recorded answers. It has a file for each test below, with one answer in each line. */
const folder = join('test', 'contract', 'golden');

/**
 * These tests compare the complete output for clients and operators with recorded output. Answers are recorded in `golden/`, and the
 * help of commands, a text of many lines, in a snapshot of Jest. A refactoring must not change the output. After a change of
 * behaviour `npm test -- test/contract/golden -u` records it again, and lists every member that differs.
 */
describe('The recorded output', () => {
  let service: TestService;
  let apiKey: string;
  const commands = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));

  beforeAll(async () => {
    service = await startTestService();
    const access = await service.app.get(DemoService, { strict: false }).prepare(silentLog);
    apiKey = access?.apiKey ?? '';
  });
  afterAll(() => service.close());

  const answerTo = async (request: string, path: string, body: unknown): Promise<GoldenAnswer> => {
    const { status, body: answer } = await call(`${service.baseUrl}${path}`, { apiKey, body });
    return { request, status, answer };
  };

  it('in docs/openapi.json is the OpenAPI document that the service returns', async () => {
    const committed: unknown = JSON.parse(await readFile(join('docs', 'openapi.json'), 'utf8'));
    expect((await OpenApiDocument.of(service.baseUrl)).content).toEqual(committed);
  });

  it('for invalid requests is what the service answers', async () => {
    const answers: GoldenAnswer[] = [];
    for (const [path, bodies] of Object.entries(faultyRequests)) {
      for (const body of bodies) answers.push(await answerTo(`${path} ${JSON.stringify(body)}`, path, body));
    }
    expectGolden(join(folder, 'invalid-requests.ndjson'), answers);
  });

  it('for every twentieth company of the demo data is what the service answers', async () => {
    const companies = everyNth(parsed(await readFile(join('demo', 'companies.ndjson'))), 20);
    const answers: GoldenAnswer[] = [];
    for (const { website, network_url } of companies) {
      const request = {
        companies: [{ website }, { network_url }, { website: `https://www.${website ?? ''}/about` }],
        fields: [...companyCatalogue.keys(), 'unknown'],
        include_metadata: true,
        enhanced_matching: true,
        allow_signals: { start_time: '2025-01-01', end_time: '2026-12-31' },
      };
      answers.push(await answerTo(network_url, '/v1/company/enrich', request));
    }
    expectGolden(join(folder, 'companies.ndjson'), answers);
  });

  it('for every hundredth person of the demo data is what the service answers', async () => {
    const persons = everyNth(parsed(gunzipSync(await readFile(join('demo', 'persons.ndjson.gz')))), 100);
    const answers: GoldenAnswer[] = [];
    for (const { network_url, full_name, company_website, experience } of persons) {
      const employer = { company_domain: company_website, company_name: experience?.[0]?.company_name };
      const request = {
        persons: [{ network_url }, { full_name, ...employer }],
        fields: [...personCatalogue.keys()].filter((name) => name !== 'personas_with_years'),
        include_contact_data: true,
        enrich_company: ['name', 'industry'],
        enhanced_matching: true,
      };
      answers.push(await answerTo(network_url, '/v1/person/enrich', request));
    }
    expectGolden(join(folder, 'persons.ndjson'), answers);
  });

  it('for the signals of a week of the demo data is what the service answers', async () => {
    const request = { start_time: '2025-09-01', end_time: '2025-09-07' };
    const answers = [await answerTo(JSON.stringify(request), '/v1/signals/get-signals', request)];
    expectGolden(join(folder, 'signals.ndjson'), answers);
  });

  it.each(['', ...groups])('for `admin %s --help` is what the command prints', async (group) => {
    expect(await commands.run([group, '--help'].filter((word) => word !== ''))).toMatchSnapshot();
  });
});

function parsed(lines: Buffer): DemoRecord[] {
  const text = lines.toString('utf8').trim();
  return text.split('\n').map((line) => JSON.parse(line) as DemoRecord);
}

function everyNth<T>(list: readonly T[], step: number): T[] {
  return list.filter((_, index) => index % step === 0);
}
