import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from '../support/service/command-line.js';
import { resultsOf, type Client } from '../support/records/company-api.js';
import { storeCompanies, storePersons } from '../support/records/person-factory.js';
import { singleLine } from '../support/service/programs.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;
let client: Client;

beforeAll(async () => {
  // Without a worker, only the commands count.
  service = await startTestService({ env: { WORKER: 'off' } });
  client = await service.clientOf('acme');
  const [employer] = await storeCompanies(service.database, ['acme.example']);
  const engineer = { companyId: employer, jobTitle: 'Software Engineer' };
  await storePersons(service.database, [engineer, engineer, { companyId: employer, jobTitle: 'Clerk' }]);
});

afterAll(() => service.close());

const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));
const run = (...args: string[]) => admin.run(['query', ...args]);
const answerOf = (...args: string[]) => admin.answerOf(['query', ...args]);

async function countOf(name: string): Promise<unknown> {
  const [result] = await resultsOf(client, { companies: [{ website: 'acme.example' }], fields: [name] });
  return result?.data[name];
}

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const engineers = {
  tenant: 'acme',
  name: 'engineers',
  scope: 'company',
  definition: { titles: ['engineer'] },
  metadata: false,
  counted_at: time,
  created_at: time,
  updated_at: time,
};

describe('The query commands succeed', () => {
  it('set, replace, list and delete a field of a running service', async () => {
    const definition = '{"titles":["engineer"],"countries":[]}';
    expect(await answerOf('set', 'acme', 'engineers', '--scope', 'company', '--definition', definition)).toEqual(
      engineers,
    );
    expect(await countOf('engineers')).toBe(2);
    const fromFile = ['query', 'set', 'acme', 'engineers', '--scope', 'company', '--definition', '@-'];
    const again = await admin.answerOf(fromFile, { stdin: `\uFEFF${definition}\n` });
    expect(again).toEqual(engineers);
    const everybody = { ...engineers, scope: 'both', definition: {}, metadata: true };
    expect(await answerOf('set', 'acme', 'engineers', '--scope', 'both', '--definition', '{}', '--metadata')).toEqual(
      everybody,
    );
    expect(await countOf('engineers')).toBe(3);
    const clerks = {
      ...engineers,
      name: 'clerks',
      scope: 'person',
      definition: { titles: ['clerk'] },
      counted_at: null,
    };
    const ofPersons = ['--scope', 'person', '--definition', '{"titles":["clerk"]}'];
    expect(await answerOf('set', 'acme', 'clerks', ...ofPersons)).toEqual(clerks);
    expect(await answerOf('list', 'acme')).toEqual([everybody, clerks]);
    expect(await answerOf('delete', 'acme', 'engineers')).toEqual(everybody);
    expect(await answerOf('list', 'acme')).toEqual([clerks]);
    expect(await countOf('engineers')).toBeNull();
  });
});

describe('The query commands reject', () => {
  const scope = ['--scope', 'both'];
  const definition = ['--definition', '{}'];

  it.each([
    ['a missing subcommand', [], /set, list or delete/],
    ['the name of a field of the catalogue', ['set', 'acme', 'website', ...scope, ...definition], /"website" means/],
    ['no scope', ['set', 'acme', 'x', ...definition], /--scope is missing/],
    ['an unknown scope', ['set', 'acme', 'x', '--scope', 'all', ...definition], /company, person, both/],
    ['no definition', ['set', 'acme', 'x', ...scope], /--definition is missing/],
    ['no JSON', ['set', 'acme', 'x', ...scope, '--definition', '{titles'], /--definition must be JSON/],
    [
      'an unknown member',
      ['set', 'acme', 'x', ...scope, '--definition', '{"title":[]}'],
      /has "title", which is unknown/,
    ],
    ['an unknown tenant', ['set', 'missing', 'x', ...scope, ...definition], /no tenant "missing"/],
    ['the deletion of an unknown field', ['delete', 'acme', 'missing'], /no query field "missing"/],
    ['a missing argument', ['list'], /missing required argument/],
  ])('reject %s, with one line', async (_what, args, words) => {
    expect(await run(...args)).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(singleLine(words)) });
  });
});
