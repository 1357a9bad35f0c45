// SQL for the search keys of a person, which are computed from the stored name and employers.
import { currentPositions } from '../../matching/persons/employers.js';
import type { ImportSession } from '../merging/import-session.sql.js';
import { markCountsDue } from '../../tenancy/query-fields/query-field.sql.js';
import { blockParts, personBlocks } from '../persons/person-employment.js';
import { joinPersons } from '../persons/person-join.sql.js';
import { storedPersons } from '../persons/person-lookup.sql.js';
import { roleOf } from '../persons/person-state.js';

const updateRole = `
  update person set personas = $2::text[], seniority = $3
   where id = $1 and (personas is distinct from $2::text[] or seniority is distinct from $3)`;

const removeBlocks = `
  delete from person_block b where person_id = $1
     and not exists (select from unnest($2::text[], $3::text[]) as k (employer, token) where k.employer = b.employer and k.token = b.token)`;

const addBlocks = `
  insert into person_block (person_id, employer, token)
  select $1::bigint, * from unnest($2::text[], $3::text[]) on conflict do nothing`;

/** Merges the absorbed person into the survivor. The query fields of the employers of both become due for counting. */
export async function joinTwoPersons(
  session: ImportSession,
  [survivor, absorbed]: readonly [survivor: string, absorbed: string],
): Promise<void> {
  const employers = await joinPersons(session, [[survivor, absorbed]]);
  await deriveAgain(session, survivor, new Date().toISOString().slice(0, 10));
  await session.rows(markCountsDue('select unnest($1::bigint[])'), [employers]);
}

/**
 * Computes the data that are derived from the name and the employers of a stored person again.
 * @param today `YYYY-MM-DD`; it decides which positions are current ones
 */
async function deriveAgain(session: ImportSession, id: string, today: string): Promise<void> {
  const [person] = await storedPersons(session, [id]);
  if (person === undefined) return;
  const { naming, employer, companyId, experience, jobTitle } = person;
  const [[industry] = []] = await session.rows('select industry from company where id = $1', [companyId]);
  const { personas, seniority } = roleOf(jobTitle, typeof industry === 'string' ? industry : null);
  await session.rows(updateRole, [id, personas, seniority]);
  const blocks = personBlocks(blockParts(naming, [{ employer, companyId }, ...currentPositions(experience, today)]));
  const columns = [blocks.map(([key]) => key), blocks.map(([, token]) => token)];
  for (const statement of [removeBlocks, addBlocks]) await session.rows(statement, [id, ...columns]);
}
