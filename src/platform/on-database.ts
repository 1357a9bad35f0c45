import { Pepper } from './auth/pepper.js';
import type { Config } from './config.js';
import { Database } from './database/database.js';
import type { Log } from './log.js';

/**
 * Makes an application on the configured database, which it closes with itself; when it cannot be made, the database is closed
 * here.
 */
export async function onDatabase<Application>(
  config: Config,
  log: Log,
  make: (database: Database, pepper: Pepper) => Promise<Application>,
): Promise<Application> {
  const database = await Database.open(config, log);
  try {
    return await make(database, await Pepper.resolve(config, database));
  } catch (error) {
    await database.onApplicationShutdown();
    throw error;
  }
}
