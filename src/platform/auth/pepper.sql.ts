// SQL for the first statement of every process, which would load the Prisma client for it.
import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Config } from '../config/config.js';
import type { Database } from '../database/database.js';

/**
 * The secret under which keys are hashed: the configured one, or else one that the database stores for all processes of
 * the installation. Another pepper invalidates every issued key.
 */
@Injectable()
export class Pepper {
  private constructor(readonly secret: Buffer) {}

  static async resolve(config: Pick<Config, 'apiKeyPepper'>, database: Database): Promise<Pepper> {
    if (config.apiKeyPepper !== null) return new Pepper(Buffer.from(config.apiKeyPepper, 'utf8'));
    const { rows } = await database.pool.query<{ pepper: Buffer }>(
      `insert into installation (id, pepper) values (1, $1)
       on conflict (id) do update set pepper = installation.pepper
       returning pepper`,
      [randomBytes(32)],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('The installation row is missing');
    return new Pepper(row.pepper);
  }
}
