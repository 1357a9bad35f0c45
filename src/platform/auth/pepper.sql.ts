// SQL for the first statement that every process runs. Prisma is not used, because loading its client would slow down every
// start.
import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import type { Config } from '../config/config.js';
import type { Database } from '../database/database.js';
import { inTransaction } from '../database/transaction.js';

/** The columns of the table `installation` that concern the pepper. */
interface Installation {
  /** A random pepper, which is used when none is configured. */
  readonly pepper: Buffer;
  /** The check value of the pepper in use; null if none is stored yet. */
  readonly check: Buffer | null;
}

const installationColumns = 'pepper, pepper_check as check';

/**
 * The pepper: the secret with which API keys and the identifiers of erased persons are hashed. It is the value of
 * `API_KEY_PEPPER`. If that is not set, it is a random value that the database stores for all processes of the installation.
 *
 * With another pepper, every issued key would be invalid. So the database stores a check value of the pepper in use, and a
 * process with another pepper refuses to start.
 */
@Injectable()
export class Pepper {
  private constructor(readonly secret: Buffer) {}

  /**
   * Takes the pepper from the configuration or from the database. If neither has one, a random pepper is created and stored.
   * @throws Error with a message of one line when the hashes of the database were made with another pepper
   */
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

  /**
   * Checks that the rows of a session's transaction were made with the pepper of the configuration.
   * @throws Error with a message of one line when they were not
   */
  static async expect({ apiKeyPepper }: Pick<Config, 'apiKeyPepper'>, session: ClientBase): Promise<void> {
    await storeCheck(session, apiKeyPepper === null ? null : Buffer.from(apiKeyPepper, 'utf8'));
  }
}

/** A value from which one can see whether two peppers are equal, but not what they are. */
function checkOf(pepper: Buffer): Buffer {
  return createHmac('sha256', pepper).update('check value of the pepper').digest();
}

/**
 * Chooses the pepper that this process uses, and stores its check value in the database.
 * @returns the pepper
 * @throws Error with a message of one line when the database holds hashes that were made with another pepper
 */
async function storeCheck(client: ClientBase, configured: Buffer | null): Promise<Buffer> {
  await client.query('insert into installation (id, pepper) values (1, $1) on conflict (id) do nothing', [
    randomBytes(32),
  ]);
  // The row is locked, because another process may store the check value of another pepper at the same moment.
  const { rows } = await client.query<Installation>(`select ${installationColumns} from installation for update`);
  const [known] = rows;
  if (known === undefined)
    throw new Error('The table `installation` has no row; restore it from a backup of the database');
  const secret = configured ?? known.pepper;
  const check = checkOf(secret);
  if (known.check !== null && !known.check.equals(check) && (await hasHashes(client))) {
    throw new Error(configured === null ? withoutPepper : otherPepper(known));
  }
  await client.query('update installation set pepper_check = $1', [check]);
  return secret;
}

/** Whether the database holds any hash that was made with a pepper, that is any API key or any identifier of an erased person. */
async function hasHashes(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    'select exists (select from api_key) or exists (select from suppression) as found',
  );
  return rows[0]?.found === true;
}

const advice =
  'If the right pepper is lost for good, run `update installation set pepper_check = null` and issue every key again; ' +
  'the list of erased persons is then lost, too.';

const withoutPepper =
  'API_KEY_PEPPER is not set, but the keys of this database were hashed with one: set it to the value that it had when they were ' +
  `issued, or every key would be refused. ${advice}`;

function otherPepper({ pepper, check }: Installation): string {
  const remedy =
    check?.equals(checkOf(pepper)) === true
      ? 'with the pepper that the database keeps: remove API_KEY_PEPPER'
      : 'with another one: set API_KEY_PEPPER to the value that it had when they were issued';
  return `API_KEY_PEPPER is not the pepper of this database, whose keys were hashed ${remedy}, or every key would be refused. ${advice}`;
}
