// Uses Prisma's schema engine in the WebAssembly build, which is an npm package. The native engine would have to be downloaded.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

const { CHAR, TEXT } = pg.types.builtins;

/**
 * The name of the folder of a new migration. Migrations are applied in the order of these names. So the new name comes after all existing
 * ones, even if one of them has a time in the future.
 *
 * @param {readonly string[]} folders the folders of the existing migrations
 * @param {string} name
 * @param {Date} now
 * @returns {string} `20261124093000_add_ticker`, for example
 */
export function migrationFolder(folders, name, now) {
  const time = Number(now.toISOString().replace(/\D/g, '').slice(0, 14));
  const last = Math.max(0, ...folders.map((folder) => Number(/^\d{14}(?=_)/.exec(folder)?.[0] ?? 0)));
  return `${Math.max(time, last + 1)}_${name}`;
}

/**
 * Guesses what a migration does to the parts of the schema that an earlier build uses. It only `adds` to them, for example a table, or it
 * `removes` or changes some. An earlier build does not know a new value of an enum and does not fill a new column that must have a value.
 * It may write rows that a new unique index or a new foreign key refuses, if the table and the columns of the key exist already. And it
 * may delete a row to which a new table refers, which a foreign key with `ON DELETE RESTRICT` or `NO ACTION` refuses.
 *
 * @param {string} sql the statements of the migration, as the engine writes them
 * @returns {'adds' | 'removes'}
 */
export function guessedEffect(sql) {
  const statements = sql.split(';');
  const newTables = statements.flatMap((statement) => /CREATE TABLE ("[^"]+")/.exec(statement)?.[1] ?? []);
  const isOfNewTable = (statement) =>
    newTables.some((table) => statement.includes(` ON ${table}(`) || statement.includes(`ALTER TABLE ${table} `));
  const isOfNewColumns = (statement) => {
    const [, table, columns] = /ALTER TABLE ("[^"]+") .*FOREIGN KEY \(([^)]+)\)/.exec(statement) ?? [];
    const additions = statements.filter((one) => one.includes(`ALTER TABLE ${table} ADD COLUMN `)).join('');
    return columns?.split(', ').every((column) => new RegExp(`ADD COLUMN +${column} `).test(additions)) ?? false;
  };
  const changes = statements
    .filter((one) => !/CREATE (?:TABLE|TYPE) /.test(one) && !isOfNewTable(one) && !isOfNewColumns(one))
    .join(';');
  const removes = /\b(DROP|RENAME|NOT NULL(?! DEFAULT)|TYPE|UNIQUE|FOREIGN KEY)\b/.test(changes);
  return removes || / ON DELETE (?:RESTRICT|NO ACTION)/.test(sql) ? 'removes' : 'adds';
}

/**
 * Compares a database with a schema. Functions, triggers and checks, which the schema language does not have, are not compared.
 *
 * @param {string} databaseUrl the database, which is only read
 * @param {string} schema the text of the schema in Prisma's language
 * @returns {Promise<string>} the SQL that brings the database to the schema; empty if they agree
 * @throws Error if the schema is not valid, or the database cannot be read
 */
export async function differenceTo(databaseUrl, schema) {
  await load();
  const pool = new CataloguePool({ connectionString: databaseUrl });
  const adapters = bindMigrationAwareSqlAdapterFactory(new CatalogueAdapters(pool));
  const datamodels = [['schema.prisma', schema]];
  try {
    const engine = await bindings.SchemaEngine.new({ datamodels }, () => undefined, adapters);
    const files = [{ path: 'schema.prisma', content: schema }];
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: '.' },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    return exitCode === 0 ? '' : stdout;
  } finally {
    await pool.end();
  }
}

/**
 * The catalogue of PostgreSQL has columns of the one-byte type `"char"`, which Prisma's adapter refuses. This pool passes them on as text.
 * `charColumns` has for each statement the positions of these columns.
 */
class CataloguePool extends pg.Pool {
  charColumns = new Map();

  async query(statement) {
    const result = await super.query(statement);
    const positions = result.fields.flatMap((field, position) => (field.dataTypeID === CHAR ? [position] : []));
    for (const position of positions) result.fields[position].dataTypeID = TEXT;
    this.charColumns.set(statement.text, positions);
    return result;
  }
}

/** Restores the type of the columns that the adapter has read as text. */
class CatalogueAdapters extends PrismaPg {
  async connect() {
    const adapter = await super.connect();
    const { charColumns } = adapter.underlyingDriver();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      for (const position of charColumns.get(query.sql) ?? []) result.columnTypes[position] = ColumnTypeEnum.Character;
      return result;
    };
    return adapter;
  }
}

let loading;

/**
 * Loads the engine. The package itself imports its `.wasm` file as a module, which Node 20 cannot do, so the two parts are connected
 * here.
 */
function load() {
  loading ??= (async () => {
    const folder = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'));
    const binary = await readFile(join(folder, 'schema_engine_bg.wasm'));
    const { instance } = await WebAssembly.instantiate(binary, { './schema_engine_bg.js': bindings });
    // The engine calls this when it panics. Without it only a TypeError is thrown, and the message is lost.
    globalThis.PRISMA_WASM_PANIC_REGISTRY = {
      set_message: (message) => {
        throw new Error(`Prisma's schema engine panicked: ${message}`);
      },
    };
    bindings.__wbg_set_wasm(instance.exports);
    instance.exports.__wbindgen_start();
  })();
  return loading;
}
