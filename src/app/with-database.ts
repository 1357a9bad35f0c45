import { Pepper } from '../platform/auth/pepper.sql.js';
import { never, untilAborted } from '../platform/async/with-timeout.js';
import type { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import type { Log } from '../platform/log/log.js';
import { loadTableAdditions } from './table-additions.js';

/** Creates an application that uses an open database. */
export type MakeApplication<Application> = (database: Database, pepper: Pepper) => Promise<Application>;

/**
 * Opens the configured database and creates an application that uses it. The application closes the database when it is closed
 * itself; if `make` fails, this function closes it.
 * @param stopping when it aborts, the creation ends early and the database is closed
 */
export async function withDatabase<Application>(
  config: Config,
  log: Log,
  make: MakeApplication<Application>,
  stopping = never,
): Promise<Application> {
  const additions = await loadTableAdditions();
  if (additions.length > 0) {
    const files = additions.map(({ file, rows }) => `${file} (${rows})`).join(', ');
    log.info(`MATCHING_DIR adds rows to the tables of matching: ${files}`);
  }
  const database = await Database.open(config, log, stopping);
  try {
    return await untilAborted(
      stopping,
      Pepper.resolve(config, database).then((pepper) => make(database, pepper)),
    );
  } catch (error) {
    await database.onApplicationShutdown();
    throw error;
  }
}
