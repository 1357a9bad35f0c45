// SQL for the first statement of every process, which would load the Prisma client for it.
import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import type { Config } from '../config/config.js';
import type { Database } from '../database/database.js';
import { inTransaction } from '../database/transaction.js';

/** What the database knows of the pepper. */
interface Installation {
  /** The pepper of an installation without a configured one. */
  readonly pepper: Buffer;
  /** The check value of the pepper in use; null if no process has stored one. */
  readonly check: Buffer | null;
}

const installationColumns = 'pepper, pepper_check as check';

/**
 * The secret under which keys are hashed: the configured one, or else one that the database stores for all processes of
 * the installation. Another pepper would make every issued key invalid, so the database has a check value of the one in use.
 */
@Injectable()
export class Pepper {
  private constructor(readonly secret: Buffer) {}

  /** @throws Error in one line when the database was used with another pepper */
  static async resolve({ apiKeyPepper }: Pick<Config, 'apiKeyPepper'>, database: Database): Promise<Pepper> {
    const configured = apiKeyPepper === null ? null : Buffer.from(apiKeyPepper, 'utf8');
    const { rows } = await database.pool.query<Installation>(`select ${installationColumns} from installation`);
    const [known] = rows;
    if (known !== undefined) {
      const secret = configured ?? known.pepper;
      if (known.check?.equals(checkOf(secret)) === true) return new Pepper(secret);
    }
    return new Pepper(await inTransaction(database.pool, (client) => storeCheck(client, configured)));
  }
}

/** Does not reveal the pepper, and differs for another one. */
function checkOf(pepper: Buffer): Buffer {
  return createHmac('sha256', pepper).update('check value of the pepper').digest();
}

/**
 * Stores the check value of the pepper of this process, unless something is hashed under another one.
 * @returns the pepper. @throws Error in one line
 */
async function storeCheck(client: ClientBase, configured: Buffer | null): Promise<Buffer> {
  await client.query('insert into installation (id, pepper) values (1, $1) on conflict (id) do nothing', [
    randomBytes(32),
  ]);
  // Locked, because another process may start with another pepper at the same moment.
  const { rows } = await client.query<Installation>(`select ${installationColumns} from installation for update`);
  const [known] = rows;
  if (known === undefined) throw new Error('The installation row is missing');
  const secret = configured ?? known.pepper;
  const check = checkOf(secret);
  if (known.check !== null && !known.check.equals(check) && (await hasHashes(client))) {
    throw new Error(configured === null ? withoutPepper : otherPepper(known));
  }
  await client.query('update installation set pepper_check = $1', [check]);
  return secret;
}

/** Whether anything is stored that only the pepper in use can find again: a key, or an erased person. */
async function hasHashes(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    'select exists (select from api_key) or exists (select from suppression) as found',
  );
  return rows[0]?.found === true;
}

const advice =
  'If the other one is lost for good, run `update installation set pepper_check = null` and issue every key again; ' +
  'the list of erased persons is then lost, too.';

const withoutPepper =
  'API_KEY_PEPPER is not set, but the keys of this database were hashed with one: set it to the value that they were issued ' +
  `under, or every key would be refused. ${advice}`;

function otherPepper({ pepper, check }: Installation): string {
  const remedy =
    check?.equals(checkOf(pepper)) === true
      ? 'with the pepper that the database keeps: remove API_KEY_PEPPER'
      : 'with another one: set API_KEY_PEPPER to the value that they were issued under';
  return `API_KEY_PEPPER is not the pepper of this database, whose keys were hashed ${remedy}, or every key would be refused. ${advice}`;
}
