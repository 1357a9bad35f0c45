import type { DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { Pepper } from '../platform/auth/pepper.sql.js';
import type { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import type { Log } from '../platform/log/log.js';
import { loadTableAdditions } from './table-additions.js';

/** A root module that is configured for a process. */
export interface RootModule {
  for(config: Config, database: Database, pepper: Pepper, logger: Logger): DynamicModule;
}

/**
 * Creates an application on the configured database. The application closes the database; if `make` fails, this function does.
 */
export async function withDatabase<Application>(
  config: Config,
  log: Log,
  make: (database: Database, pepper: Pepper) => Promise<Application>,
): Promise<Application> {
  const additions = await loadTableAdditions();
  if (additions.length > 0) {
    const files = additions.map(({ file, rows }) => `${file} (${rows})`).join(', ');
    log.info(`MATCHING_DIR adds rows to the tables of matching: ${files}`);
  }
  const database = await Database.open(config, log);
  try {
    return await make(database, await Pepper.resolve(config, database));
  } catch (error) {
    await database.onApplicationShutdown();
    throw error;
  }
}
