// SQL for the log of operators, because loading Prisma's client would slow down every command that writes a line.
import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Connections } from '../platform/database/statements.js';
import type { Operation } from './operation.js';

/** A line of the log. */
export interface LoggedOperation {
  readonly at: string;
  readonly command: string;
  readonly arguments: readonly string[];
  readonly system_user: string;
  readonly host: string;
}

/** The API key that a line of the log is about. */
export interface LoggedKey {
  readonly tenant: string;
  readonly label: string | null;
}

/** Adds a line to the log. */
export async function logOperation(pool: Pick<Connections, 'connect'>, operation: Operation): Promise<void> {
  const { command, arguments: args, systemUser, host } = operation;
  const client = await pool.connect();
  try {
    await client.query('insert into operator_log (command, arguments, "system_user", host) values ($1, $2, $3, $4)', [
      command,
      args,
      systemUser,
      host,
    ]);
  } finally {
    client.release();
  }
}

@Injectable()
export class OperatorLog {
  constructor(private readonly database: Database) {}

  /** Adds a line to the log. */
  add(operation: Operation): Promise<void> {
    return logOperation(this.database.pool, operation);
  }

  /** The newest lines, the newest first. */
  async newest(limit: number): Promise<LoggedOperation[]> {
    const { rows } = await this.database.pool.query<Omit<LoggedOperation, 'at'> & { readonly at: Date }>(
      'select at, command, arguments, "system_user", host from operator_log order by id desc limit $1',
      [limit],
    );
    return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
  }

  /** The tenants and labels of API keys, by the ids of the keys. Ids that no key has are left out. */
  async keys(ids: readonly string[]): Promise<ReadonlyMap<string, LoggedKey>> {
    const { rows } = await this.database.pool.query<LoggedKey & { readonly id: string }>(
      'select id, tenant_id as tenant, label from api_key where id = any($1)',
      [ids],
    );
    return new Map(rows.map(({ id, ...key }) => [id, key]));
  }
}
