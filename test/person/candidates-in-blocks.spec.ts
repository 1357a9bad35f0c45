import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PersonBlock } from '../../src/person/block-ranking.js';
import { type Candidate, CandidateReader } from '../../src/person/candidate.reader.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

/** The candidates of one block, without any sharing between blocks: the rule that every way to read them must follow. */
const rule = `
  select b.person_id::text as id, array_agg(distinct b.employer) as employers
    from unnest($1::text[]) as lookup (employer)
    join person_block b on b.employer = lookup.employer and b.token = any (string_to_array($2, ' '))
   group by b.person_id order by count(distinct b.token) desc, b.person_id limit 50`;

const employers = ['c1', 'dacme.com', 'nacme', 'c2', 'nobody'];
const tokens = ['ann', 'bo', 'smit', 'jones', '~m.t', 'lee', 'absent', '', 'ann smit'];
/** More persons have this pair than are read for one pair. */
const crowded = { employer: 'c9', token: 'smit' };

let home: TestDatabase;
let reader: CandidateReader;

beforeAll(async () => {
  home = await createTestDatabase();
  reader = new CandidateReader(home.database);
  const { pool } = home.database;
  await pool.query(`
    select setseed(0.5);
    insert into person (id, network_url, full_name)
      select n, 'https://www.network.com/in/p' || n, 'Person ' || n from generate_series(1, 5200) n;`);
  await pool.query(
    `insert into person_block (employer, token, person_id)
       select employer, token, n from unnest($1::text[]) employer, unnest($2::text[]) token, generate_series(1, 300) n
        where random() < 0.4`,
    [employers.slice(0, -1), tokens.slice(0, 6)],
  );
  await pool.query(
    `insert into person_block (employer, token, person_id) select $1, $2, n from generate_series(1, 5200) n
     union all select $1, 'ann', n from generate_series(5001, 5100) n`,
    [crowded.employer, crowded.token],
  );
});

afterAll(() => home.drop());

const summary = (candidates: readonly Candidate[]): unknown =>
  candidates.map(({ id, fullName, employers: at }) => ({ id, fullName, at: [...at].sort() }));

async function byRule(block: PersonBlock): Promise<unknown> {
  if (block.tokens.length === 0) return [];
  const { rows } = await home.database.pool.query<{ id: string; employers: string[] }>(rule, [
    block.employers,
    block.tokens.join(' '),
  ]);
  return rows.map(({ id, employers: at }) => ({ id, fullName: `Person ${id}`, at: [...at].sort() }));
}

const block = fc.record({
  employers: fc.array(fc.constantFrom(...employers, crowded.employer), { maxLength: 4 }),
  tokens: fc.array(fc.constantFrom(...tokens), { maxLength: 5 }),
});

it('finds the same candidates in many blocks at once as in each block alone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(block, { minLength: 1, maxLength: 60 }), async (blocks) => {
      const found = await reader.inBlocks(blocks, 'ours');
      const expected = [];
      for (const one of blocks) expected.push(await byRule(one));
      expect(found.map(summary)).toEqual(expected);
    }),
    { numRuns: 15, seed: 7 },
  );
});

it('chooses those who share the most tokens among more persons of a pair than are read', async () => {
  const crowd = { employers: [crowded.employer], tokens: [crowded.token, 'ann'] };
  const others = Array.from({ length: 20 }, (_, n) => ({ employers: ['c1'], tokens: [`other${n}`] }));
  const [found = []] = await reader.inBlocks([crowd, ...others], 'ours');
  expect(found.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, n) => String(5001 + n)));
});
