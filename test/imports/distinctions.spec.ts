import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { call } from '../support/http/http.js';
import { ndjson } from '../support/records/ndjson.js';
import { CommandLine } from '../support/service/command-line.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const operatorKey = 'operators-know-this-secret';
let service: TestService;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'distinctions-'));
});

afterAll(() => rm(folder, { recursive: true }));

beforeEach(async () => {
  service = await startTestService({ env: { OPERATOR_API: 'on', OPERATOR_KEY: operatorKey } });
});

afterEach(() => service.close());

const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl, DATA_DIR: folder }));

async function imported(kind: string, records: readonly object[]): Promise<void> {
  const path = join(folder, `${kind}.ndjson`);
  await writeFile(path, ndjson(records));
  await admin.answerOf(['import', kind, path, '--rejects', '/dev/null', '--yes']);
}

interface Named {
  readonly record_id: string;
  readonly name: string;
  readonly website: string | null;
  readonly network_url: string | null;
}

interface Duplicates {
  readonly duplicates: readonly { readonly one: Named; readonly other: Named }[];
  readonly found: number;
}

function ask(path: string, body?: object, baseUrl = service.baseUrl) {
  const headers = { 'X-Operator-Key': operatorKey };
  return call(`${baseUrl}/operator/v1/${path}`, body === undefined ? { headers } : { headers, body });
}

/** The pairs in the list of the command, each as its two websites or profile pages. */
async function listed(kind: 'company' | 'person'): Promise<{ found: number; pairs: string[][] }> {
  const { duplicates, found } = await admin.answerOf<Duplicates>([kind, 'duplicates']);
  const keyOf = ({ website, network_url: page, record_id: id }: Named): string => website ?? page ?? id;
  return { found, pairs: duplicates.map(({ one, other }) => [keyOf(one), keyOf(other)]) };
}

const three = ['one', 'two', 'three'].map((name) => ({ website: `${name}.example`, name: 'Acme' }));
const page = (name: string) => `https://www.network.com/in/${name}`;
const janes = ['jane', 'jane-doe', 'jane-d'].map((name) => ({
  ...{ network_url: page(name), full_name: 'Jane Doe', company_website: 'one.example' },
}));

async function storedPairs(kind: 'company' | 'person'): Promise<string[][]> {
  const key = kind === 'company' ? 'website' : 'network_url';
  const { rows } = await service.database.pool.query<{ pair: string[] }>(
    `select array[o.${key}, t.${key}] as pair from ${kind}_distinction d join ${kind} o on o.id = one_id join ${kind} t on t.id = other_id
      order by 1`,
  );
  return rows.map(({ pair }) => pair);
}

describe('The verdict that two records are not the same', () => {
  it('leaves the pair out of the list of duplicates and of its count until it is taken back', async () => {
    await imported('companies', three);
    expect((await listed('company')).found).toBe(3);
    const verdict = { distinct: true, changed: true };
    expect(await admin.answerOf(['company', 'distinct', 'two.example', 'one.example'])).toMatchObject(verdict);
    expect(await listed('company')).toEqual({
      found: 2,
      pairs: [
        ['one.example', 'three.example'],
        ['two.example', 'three.example'],
      ],
    });
    expect(await admin.answerOf(['company', 'distinct', 'one.example', 'two.example'])).toMatchObject({
      ...{ distinct: true, changed: false },
    });
    const forgotten = { distinct: false, changed: true };
    expect(await admin.answerOf(['company', 'distinct', 'one.example', 'two.example', '--forget'])).toMatchObject(
      forgotten,
    );
    expect((await listed('company')).found).toBe(3);
  });

  it('is given about persons by the route, is logged without their keys, and outlives a restart of the service', async () => {
    await imported('companies', three.slice(0, 1));
    await imported('persons', janes.slice(0, 2));
    const { body } = await ask('persons/duplicates');
    const [pair] = (body as Duplicates).duplicates;
    const named = { one: `id:${pair?.other.record_id}`, other: page('jane') };
    expect(await ask('persons/distinct', named)).toMatchObject({
      status: 200,
      body: { distinct: true, changed: true },
    });
    const restarted = await startTestService({
      env: { OPERATOR_API: 'on', OPERATOR_KEY: operatorKey },
      sharing: service,
    });
    try {
      expect((await ask('persons/duplicates', undefined, restarted.baseUrl)).body).toMatchObject({
        ...{ found: 0, duplicates: [] },
      });
      const taken = await ask('persons/distinct', { ...named, forget: true }, restarted.baseUrl);
      expect(taken).toMatchObject({ status: 200, body: { distinct: false, changed: true } });
      expect((await ask('persons/duplicates', undefined, restarted.baseUrl)).body).toMatchObject({ found: 1 });
    } finally {
      await restarted.close();
    }
    const log = await admin.answerOf<{ command: string; arguments: string[]; outcome: string }[]>(['log']);
    expect(log.slice(0, 2)).toMatchObject([
      { command: 'person distinct', arguments: ['--forget'], outcome: 'done' },
      { command: 'person distinct', arguments: [], outcome: 'done' },
    ]);
  });

  it('names who gave it and when, and the log has the companies', async () => {
    await imported('companies', three);
    await ask('companies/distinct', { one: 'one.example', other: 'two.example' });
    const { rows } = await service.database.pool.query(
      `select account_name, host <> '' as has_host, at > now() - interval '1 hour' as is_new from company_distinction`,
    );
    expect(rows).toEqual([{ account_name: 'operator API', has_host: true, is_new: true }]);
    const [line] = await admin.answerOf<object[]>(['log']);
    expect(line).toMatchObject({ command: 'company distinct', arguments: ['one.example', 'two.example'] });
  });

  it('is refused for one record, and for a record that does not exist', async () => {
    await imported('companies', three);
    const refused = async (one: string, other: string): Promise<string> =>
      (await admin.run(['company', 'distinct', one, other])).stderr;
    expect(await refused('one.example', 'id:999999999999999999')).toContain('There is no company');
    expect(await refused('one.example', 'one.example')).toContain('Both name the same company');
    expect((await ask('companies/distinct', { one: 'one.example', other: 'not-stored.example' })).status).toBe(400);
    expect((await ask('companies/distinct', { one: 'one.example' })).status).toBe(422);
    expect((await ask('persons/distinct', { one: 'no key', other: page('jane') })).status).toBe(400);
  });

  it('follows a company that is merged into a third one, and returns when the merge is undone', async () => {
    await imported('companies', three);
    await admin.answerOf(['company', 'distinct', 'one.example', 'two.example']);
    const before = await storedPairs('company');
    const { import_id: id } = await admin.answerOf<{ import_id: number }>([
      'company',
      'merge',
      'three.example',
      'one.example',
    ]);
    expect(await storedPairs('company')).toEqual([['two.example', 'three.example']]);
    expect((await listed('company')).found).toBe(0);
    const undo = await admin.answerOf<{ import_id: number }>(['import', 'undo', String(id)]);
    expect(await storedPairs('company')).toEqual(before);
    await admin.answerOf(['import', 'undo', String(undo.import_id)]);
    expect(await storedPairs('company')).toEqual([['two.example', 'three.example']]);
  });

  it('follows a person, stays where the third person had it already, and is dropped for the two that are merged', async () => {
    await imported('companies', three.slice(0, 1));
    await imported('persons', janes);
    await admin.answerOf(['person', 'distinct', page('jane'), page('jane-doe')]);
    await admin.answerOf(['person', 'distinct', page('jane-doe'), page('jane-d')]);
    const both = await storedPairs('person');
    expect(both).toHaveLength(2);
    const { import_id: id } = await admin.answerOf<{ import_id: number }>([
      'person',
      'merge',
      page('jane-d'),
      page('jane'),
    ]);
    expect(await storedPairs('person')).toEqual([[page('jane-doe'), page('jane-d')]]);
    await admin.answerOf(['import', 'undo', String(id)]);
    expect(await storedPairs('person')).toEqual(both);
    await admin.answerOf(['person', 'merge', page('jane'), page('jane-doe')]);
    expect(await storedPairs('person')).toEqual([[page('jane'), page('jane-d')]]);
  });

  it('is in the export of a person, and is deleted with an erased person or a deleted company', async () => {
    await imported('companies', three);
    await imported('persons', janes.slice(0, 2));
    await admin.answerOf(['person', 'distinct', page('jane'), page('jane-doe')]);
    await admin.answerOf(['company', 'distinct', 'one.example', 'two.example']);
    const to = join(folder, 'jane.json');
    await admin.answerOf(['person', 'export', page('jane'), '--to', to]);
    const { told_apart: verdicts } = JSON.parse(await readFile(to, 'utf8')) as { told_apart: object[] };
    expect(verdicts).toEqual([{ at: expect.any(String) }]);
    await admin.answerOf(['erase', 'person', '--network-url', page('jane')]);
    await admin.answerOf(['company', 'delete', 'two.example']);
    expect(await storedPairs('person')).toEqual([]);
    expect(await storedPairs('company')).toEqual([]);
  });
});
