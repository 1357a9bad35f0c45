// Writes a migration with the changes that prisma/schema.prisma has and the existing migrations do not: npm run migration -- <name>
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

const [, , name = '', ...rest] = process.argv;

try {
  if (!/^[a-z][a-z0-9_]*$/.test(name) || rest.length > 0) {
    throw new Error(
      'Name the migration in lower-case letters, digits and underscores: npm run migration -- add_ticker',
    );
  }
  await prepare();
  const sql = await missingSql();
  process.stdout.write(
    sql === '' ? 'The migrations agree with the schema; no migration was written\n' : `${await write(sql)}\n`,
  );
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** The SQL that brings a database with all existing migrations to the schema; empty if nothing is missing. */
async function missingSql() {
  // These files exist only after the preparation has built them, so they are imported here and not at the top.
  const { differenceTo } = await import('./schema-engine.mjs');
  const { startEmbeddedPostgres } = await import('../dist/platform/database/embedded-postgres.js');
  const { migrate } = await import('../dist/platform/database/migrations.js');
  const log = (line) => process.stderr.write(`${line}\n`);
  const server = await startEmbeddedPostgres({ dataDir: join(root, '.data', 'test'), log, durability: 'none' });
  try {
    return await withScratchDatabase(server.url, async (url) => {
      await migrate(url);
      return differenceTo(url, await readFile(join(root, 'prisma', 'schema.prisma'), 'utf8'));
    });
  } finally {
    await server.stop();
  }
}

async function withScratchDatabase(serverUrl, work) {
  const { default: pg } = await import('pg');
  const scratch = `migration_${process.pid}`;
  const url = new URL(serverUrl);
  url.pathname = scratch;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`drop database if exists ${scratch}`);
    await client.query(`create database ${scratch}`);
    return await work(url.href);
  } finally {
    await client.query(`drop database if exists ${scratch}`);
    await client.end();
  }
}

/** Writes the migration. @returns the path of the file below the checkout */
async function write(sql) {
  const { guessedEffect, migrationFolder } = await import('./schema-engine.mjs');
  const migrations = join('prisma', 'migrations');
  const folder = join(migrations, migrationFolder(await readdir(join(root, migrations)), name, new Date()));
  await mkdir(join(root, folder), { recursive: true });
  // The first line of a migration says whether it only adds, or also removes something. An earlier build can still start on a database
  // with later migrations if all of them only add. If the guess is wrong, correct the line in the file.
  await writeFile(join(root, folder, 'migration.sql'), `-- ${guessedEffect(sql)}\n${sql}`);
  return join(folder, 'migration.sql');
}
