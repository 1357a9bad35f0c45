// SQL for the log of operators, because loading Prisma's client would slow down every command that writes a line.
import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Connections } from '../platform/database/statements.js';
import { CommandError, PartialCommandError } from '../platform/errors/command-error.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { type Detail, givenDetails, type Operation, type Operator, typedForm } from './operation.js';

/**
 * How an operation ended. `partial`: it was interrupted, or its command ended with exit code 2 because it was carried out only in part, for
 * example because of rejected lines.
 */
export type OperationOutcome = 'done' | 'partial' | 'refused' | 'failed';

/** The outcome of an operation that has thrown an error. */
export function outcomeOf(error: unknown): OperationOutcome {
  if (error instanceof PartialCommandError) return 'partial';
  return error instanceof CommandError || error instanceof DomainError ? 'refused' : 'failed';
}

/** The API key that a line of the log is about. */
export interface LoggedKey {
  readonly tenant: string;
  readonly label: string | null;
  /** The last four characters of the key, by which operators tell keys with the same label apart. */
  readonly ends_with: string;
}

/** A line of the log. */
export interface LoggedOperation {
  readonly at: string;
  /** The kind of the operation, which is the name of its command. */
  readonly command: string;
  /** The words that would be typed behind the command. */
  readonly arguments: readonly string[];
  /** What the operation was about, by the names of its kind; null in a line that an earlier version wrote. */
  readonly details: Readonly<Record<string, Detail>> | null;
  readonly system_user: string;
  readonly host: string;
  /**
   * Null if no outcome was recorded: the operation still runs, its process was killed, the outcome could not be written, it is the import
   * of an upload, or an earlier version wrote the line.
   */
  readonly outcome: OperationOutcome | null;
  /** The key that was revoked or replaced; null for all other operations, and if the key is deleted. */
  readonly key: LoggedKey | null;
}

type StoredOperation = Omit<LoggedOperation, 'at' | 'key'> & { readonly at: Date };

/**
 * The texts of a line that may be the id of the key that it is about. In a line of an earlier version, the id may be any of the words.
 */
function keyIdsIn({ command, arguments: words, details }: StoredOperation): readonly string[] {
  if (details !== null) return typeof details.key_id === 'string' ? [details.key_id] : [];
  return ['key revoke', 'key rotate'].includes(command) ? words : [];
}

/** Adds a line to the log. @returns the id of the line */
export async function logOperation(
  pool: Pick<Connections, 'connect'>,
  operation: Operation,
  { systemUser, host }: Operator,
): Promise<string> {
  const { command, arguments: words } = typedForm(operation);
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ readonly id: string }>(
      `insert into operator_log (command, arguments, details, account_name, host)
         values ($1, $2, $3, $4, $5) returning id::text`,
      [command, words, givenDetails(operation), systemUser, host],
    );
    return rows[0]?.id ?? '';
  } finally {
    client.release();
  }
}

/**
 * Records how an operation ended. An error here is ignored, and the line stays without an outcome: the operation has ended already, and
 * the caller must not take the error for a failure of the operation.
 * @param line the id of the line in the log
 */
export async function logOutcome(
  pool: Pick<Connections, 'connect'>,
  line: string,
  outcome: OperationOutcome,
): Promise<void> {
  const client = await pool.connect().catch(() => null);
  if (client === null) return;
  try {
    await client.query('insert into operator_outcome (operation_id, outcome) values ($1, $2)', [line, outcome]);
  } catch {
    // If the insert fails, the line in the log has no outcome. The operation itself has ended, so it does not fail because of this.
  } finally {
    client.release();
  }
}

@Injectable()
export class OperatorLog {
  constructor(private readonly database: Database) {}

  /** Adds a line to the log. @returns the id of the line */
  add(operation: Operation, operator: Operator): Promise<string> {
    return logOperation(this.database.pool, operation, operator);
  }

  /** Records how an operation ended. @param line the id of its line */
  end(line: string, outcome: OperationOutcome): Promise<void> {
    return logOutcome(this.database.pool, line, outcome);
  }

  /**
   * The newest lines, the newest first. A line about a key also has the tenant, the label and the last characters of the key. The stored
   * line has only the id of the key, and operators know keys by their labels.
   */
  async newest(limit: number): Promise<LoggedOperation[]> {
    const { rows } = await this.database.pool.query<StoredOperation>(
      `select at, command, arguments, details, account_name as "system_user", host, outcome
         from operator_log left join operator_outcome on operation_id = id order by id desc limit $1`,
      [limit],
    );
    const keys = await this.keys(rows.flatMap(keyIdsIn));
    const keyOf = (row: StoredOperation): LoggedKey | null =>
      keyIdsIn(row)
        .map((id) => keys.get(id))
        .find((key) => key !== undefined) ?? null;
    return rows.map((row) => ({ ...row, at: row.at.toISOString(), key: keyOf(row) }));
  }

  /** The tenants, labels and last characters of API keys, by the ids of the keys. Ids that no key has are left out. */
  private async keys(ids: readonly string[]): Promise<ReadonlyMap<string, LoggedKey>> {
    const { rows } = await this.database.pool.query<LoggedKey & { readonly id: string }>(
      'select id, tenant_id as tenant, label, hint as ends_with from api_key where id = any($1)',
      [ids],
    );
    return new Map(rows.map(({ id, ...key }) => [id, key]));
  }
}
