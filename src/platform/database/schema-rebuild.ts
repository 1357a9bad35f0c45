import type { ClientBase } from 'pg';
import { createHistory, historyLine, type Migration, readFunctions, readMigrations } from './migration-files.js';

/** A migration of another database, by which a backup names the form of its tables. */
export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
}

/** The migrations of this build that another database has had, and those that it lacks. */
export interface MigrationParts {
  readonly applied: readonly Migration[];
  readonly missing: readonly Migration[];
}

/**
 * Divides the migrations of this build by whether another database has them.
 * @returns the name of a migration that this build does not have, or has in another form; or else the two parts
 */
export async function divideMigrations(known: readonly AppliedMigration[]): Promise<MigrationParts | string> {
  const own = await readMigrations();
  const checksums = new Map(own.map(({ name, checksum }) => [name, checksum]));
  const foreign = known.find(({ name, checksum }) => checksums.get(name) !== checksum);
  if (foreign !== undefined) return foreign.name;
  const names = new Set(known.map(({ name }) => name));
  return {
    applied: own.filter(({ name }) => names.has(name)),
    missing: own.filter(({ name }) => !names.has(name)),
  };
}

/** A condition that an object of the present database belongs to no extension. */
const ownObject = (catalog: string): string =>
  `not exists (select from pg_depend where classid = '${catalog}'::regclass and objid = object.oid and deptype = 'e')`;

/**
 * The statements that drop everything in the schema `public`, in an order in which nothing depends on what is dropped. None of them says
 * `cascade`, so that a view which an operator has added stops them.
 */
const drops = `
  select format('drop %s %s', kind, string_agg(name, ', ')) as statement
    from (
      select 1 as place, 'table' as kind, object.oid::regclass::text as name from pg_class object
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and ${ownObject('pg_class')}
      union all
      select 2, 'sequence', object.oid::regclass::text from pg_class object
       where relnamespace = 'public'::regnamespace and relkind = 'S' and ${ownObject('pg_class')}
         and not exists (select from pg_depend
                          where classid = 'pg_class'::regclass and objid = object.oid and deptype in ('a', 'i'))
      union all
      select 3, 'routine', object.oid::regprocedure::text from pg_proc object
       where pronamespace = 'public'::regnamespace and ${ownObject('pg_proc')}
      union all
      select 4, 'type', object.oid::regtype::text from pg_type object
       where typnamespace = 'public'::regnamespace and typtype = 'e' and ${ownObject('pg_type')}
    ) part
   group by place, kind order by place`;

/** The tables in the schema `public` that belong to no extension, without the history of migrations. */
export async function tablesIn(session: ClientBase): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `select relname as name from pg_class object
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> '_prisma_migrations' and ${ownObject('pg_class')}
      order by relname`,
  );
  return rows.map(({ name }) => name);
}

/** The indexes and foreign keys of all tables, as statements: one that removes each, and one that makes it again. */
const indexesAndKeys = `
  select 1 as place, format('drop index %s', indexrelid::regclass) as removal, pg_get_indexdef(indexrelid) as addition
    from pg_index join pg_class on pg_class.oid = indexrelid
   where relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)
  union all
  select 2, format('alter table %s drop constraint %I', conrelid::regclass, conname),
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f'
   order by place`;

/**
 * Replaces all tables of the service by those of another database, within the transaction of the session. First the tables get the form
 * that they had there, and after `load` has filled them, the form that this build needs. Indexes and foreign keys are made after the rows
 * are loaded, because then a table of millions of rows is read once for each. Triggers are made last, so none runs for a loaded row.
 * @param load fills the empty tables
 */
export async function rebuildSchema(
  session: ClientBase,
  { applied, missing }: MigrationParts,
  load: () => Promise<void>,
): Promise<void> {
  const { rows } = await session.query<{ statement: string }>(drops);
  await runAll(
    session,
    rows.map(({ statement }) => statement),
  );
  await session.query(createHistory);
  await apply(session, applied);
  const { rows: parts } = await session.query<{ removal: string; addition: string }>(indexesAndKeys);
  await runAll(
    session,
    parts.map(({ removal }) => removal),
  );
  // Migrations insert rows that every database has. The loaded rows include them.
  const tables = (await tablesIn(session)).map((name) => `"${name}"`);
  await session.query(`truncate ${tables.join(', ')}`);
  await load();
  await runAll(
    session,
    parts.map(({ addition }) => addition),
  );
  await apply(session, missing);
  await apply(session, await readFunctions());
}

async function apply(session: ClientBase, files: readonly Migration[]): Promise<void> {
  for (const file of files) {
    await session.query(file.sql);
    await session.query(...historyLine(file));
  }
}

async function runAll(session: ClientBase, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await session.query(statement);
}
