import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../../generated/prisma/client.js';
import type { Config } from '../config.js';
import type { Log } from '../log.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import { migrate } from './migrations.js';

/** A calendar date stays the text that it is: as a `Date` it would be midnight in the time zone of this machine. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, (date) => date);

/** The process's one way to PostgreSQL: a pool for prepared SQL, and Prisma on the same pool for everything else. */
@Injectable()
export class Database implements OnApplicationShutdown {
  private constructor(
    /** Where the database is; for the few who need a session of their own (LISTEN, COPY into temporary tables). */
    readonly url: string,
    readonly pool: pg.Pool,
    readonly prisma: PrismaClient,
    private readonly leave: () => Promise<void>,
  ) {}

  /** Connects, starting the embedded server when the configuration names no other, and brings the schema up to date. */
  static async open(config: Pick<Config, 'databaseUrl' | 'dataDir'>, log: Log): Promise<Database> {
    const server =
      config.databaseUrl === null
        ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: (line) => log.info(line) })
        : null;
    const url = server?.url ?? config.databaseUrl ?? '';
    try {
      const applied = await migrate(url);
      if (applied.length > 0) log.info(`Applied ${applied.length} migrations`);
    } catch (error) {
      await server?.stop();
      throw error;
    }
    const pool = new pg.Pool({
      connectionString: url,
      max: 10,
      connectionTimeoutMillis: 5_000,
      application_name: 'data-access-service',
      statement_timeout: 30_000,
      types,
    });
    // Without a listener an idle connection that the server closes would end the process.
    pool.on('error', (error) => log.warn(`Lost an idle database connection: ${error.message}`));
    // The same holds for one that is in use: whoever uses it learns of the loss from the statement that fails.
    pool.on('connect', (client) => client.on('error', () => undefined));
    const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
    return new Database(url, pool, prisma, async () => server?.stop());
  }

  async onApplicationShutdown(): Promise<void> {
    await this.prisma.$disconnect();
    await this.pool.end();
    await this.leave();
  }
}
