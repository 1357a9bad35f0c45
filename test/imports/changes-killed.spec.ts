import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { numbers, type Random, randomFor } from '../../tools/random.js';
import { ndjson } from '../support/records/ndjson.js';
import { CommandLine } from '../support/service/command-line.js';
import { eventually } from '../support/service/eventually.js';
import { killedCommand } from '../support/service/killed-command.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

let test: TestDatabase;
let folder: string;
const environment = (): Record<string, string> => ({ DATABASE_URL: test.url, DATA_DIR: folder });
const admin = new CommandLine(environment);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'changes-killed-'));
  test = await createTestDatabase();
});

afterAll(async () => {
  await test.drop();
  await rm(folder, { recursive: true });
});

interface Entry {
  readonly import_id: number;
  readonly action: 'import' | 'undo' | 'merge' | 'removal';
  readonly undone_by: number | null;
}

const companies = numbers(1_400).map((number) => ({
  ...{ website: `firm${number}.example`, name: `Firm ${number}`, employee_count: number, industry: 'Retail' },
  technologies: ['Kafka', `Tool ${number % 7}`],
}));
const persons = numbers(500).map((number) => ({
  ...{ network_url: `https://www.network.com/in/p-${number}`, full_name: `Given${number} Family${number}` },
  ...{ company_website: `firm${number}.example`, job_title: 'Engineer', skills: ['Go'] },
  ...{ emails: [`p${number}@firm${number}.example`], phones: [`+1 555 ${1_000_000 + number}`] },
}));
const pageOf = (number: number): string => `https://www.network.com/in/p-${number}`;

const tables = [
  ...['company', 'company_domain', 'company_former_name', 'company_alias', 'company_technology', 'company_headcount'],
  ...['company_former_key', 'person', 'person_email', 'person_phone', 'person_skill', 'person_education'],
  ...['person_experience', 'person_block', 'person_former_key'],
];

/** All rows of companies and persons, by table. */
async function stored(): Promise<Record<string, Record<string, unknown>[]>> {
  const state: Record<string, Record<string, unknown>[]> = {};
  for (const table of tables) {
    const { rows } = await test.database.pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`,
    );
    state[table] = rows.map(({ row }) => row);
  }
  return state;
}

async function write(kind: string, records: readonly object[]): Promise<string[]> {
  const path = join(folder, `${kind}.ndjson`);
  await writeFile(path, ndjson(records));
  return ['import', kind, path, '--rejects', '/dev/null', '--yes'];
}

/** Kills a command and then repeats it until its end. @returns whether it was killed, and what it printed in the end */
async function killedAndRepeated(words: readonly string[], random: Random) {
  const isKilled = await killedCommand(words, environment(), test, random);
  // The database releases the locks of a killed command only after it has noticed that the connection is closed.
  await eventually(async () => {
    const { rowCount } = await test.database.pool.query(
      `select from pg_locks where locktype = 'advisory'
          and database = (select oid from pg_database where datname = current_database())`,
    );
    return rowCount === 0;
  });
  return { isKilled, ...(await admin.run(words)) };
}

/** The entries of the journal that apply, the newest first, without those up to an id and without undos. */
async function appliedSince(first: number): Promise<Entry[]> {
  const entries = await admin.answerOf<Entry[]>(['import', 'list']);
  return entries.filter(
    ({ import_id: id, action, undone_by: undo }) => id > first && action !== 'undo' && undo === null,
  );
}

describe('Imports, merges, undos and erasures that are killed and repeated', () => {
  it('lose nothing that was not undone, and bring nothing back that was erased', async () => {
    const seed = Date.now() % 1_000_000;
    const random = randomFor(`seed ${seed}`);
    const failed = (what: string, { code, stderr }: { code: number | null; stderr: string }): void => {
      if (code !== 0) throw new Error(`seed ${seed}: ${what}: ${stderr}`);
    };
    await admin.run(await write('companies', companies));
    await admin.run(await write('persons', persons));
    const before = await stored();
    const first = (await appliedSince(0))[0]?.import_id ?? 0;
    const erased = new Set<number>();
    const mergedInto = new Map<number, number>();
    const kills = new Map<string, number>();
    const perform = async (
      kind: string,
      words: readonly string[],
    ): Promise<{ code: number | null; stderr: string }> => {
      const { isKilled, ...ended } = await killedAndRepeated(words, random);
      kills.set(kind, (kills.get(kind) ?? 0) + Number(isKilled));
      return ended;
    };

    for (const round of [1, 2]) {
      const part = random
        .sample(companies, 1_800)
        .map((company) => ({ ...company, employee_count: 1_000_000 + round }));
      failed('import', await perform('import', await write('companies', part)));
      const [one = 0, other = 0, last = 0] = random.sample(
        numbers(persons.length).filter((number) => !erased.has(number) && !mergedInto.has(number)),
        3,
      );
      const merged = await perform('merge', ['person', 'merge', pageOf(one), pageOf(other)]);
      // If the command was killed after its commit, the repetition finds that both pages belong to one person.
      if (merged.code !== 0) expect(merged.stderr).toContain('same');
      mergedInto.set(other, one);
      const renamed = random.sample(persons, 300).map((person) => ({ ...person, job_title: `Title ${round}` }));
      const living = renamed.filter(({ network_url: page }) => ![...erased].some((number) => pageOf(number) === page));
      failed('import', await perform('import', await write('persons', living)));
      const victim = round === 2 ? one : last;
      const ofVictim = [victim, ...[...mergedInto].flatMap(([gone, into]) => (into === victim ? gone : []))];
      const erasure = await perform('erase', ['erase', 'person', '--network-url', pageOf(victim)]);
      if (erasure.code !== 0) expect(erasure.stderr).toContain('No person');
      for (const number of ofVictim) erased.add(number);
      const [newest] = await appliedSince(first);
      const undo = await perform('undo', ['import', 'undo', String(newest?.import_id)]);
      failed('undo', undo);
    }
    for (const { import_id: id, action } of await appliedSince(first)) {
      const undo = await admin.run(['import', 'undo', String(id)]);
      // An erasure deletes the history of a merge with the persons.
      const isErased = action === 'merge' && undo.stderr.includes('are no longer kept');
      if (!isErased) failed('last undo', undo);
    }

    expect([...kills].filter(([, count]) => count > 0).map(([kind]) => kind)).toEqual(
      expect.arrayContaining(['import', 'undo']),
    );
    const addresses = new Set([...erased].map((number) => `p${number}@firm${number}.example`));
    const ids = new Set(
      before.person_email?.flatMap(({ person_id: id, address }) => (addresses.has(String(address)) ? [id] : [])),
    );
    expect(ids.size).toBe(erased.size);
    const after = await stored();
    for (const table of tables) {
      const owner = table === 'person' ? 'id' : 'person_id';
      const kept = before[table]?.filter((row) => !ids.has(row[owner]) || !table.startsWith('person'));
      expect([table, after[table]]).toEqual([table, kept]);
    }
    const texts = await test.database.pool.query<{ text: string }>(
      `select to_jsonb(t)::text as text from import_change t where record_kind = 'person'`,
    );
    const history = texts.rows.map(({ text }) => text).join('\n');
    for (const number of erased) {
      expect(history).not.toContain(`p${number}@firm${number}.example`);
      expect(history).not.toContain(`/p-${number}"`);
    }
  }, 600_000);
});
