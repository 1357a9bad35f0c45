import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../tools/random.js';
import { endOf, startProgram } from './programs.js';
import type { TestDatabase } from './test-database.js';

/**
 * Starts an admin command as a program of its own, and kills it at most 60 milliseconds after a transaction of it has begun to write.
 * @returns whether the command was killed before its end
 */
export async function killedCommand(
  words: readonly string[],
  env: Record<string, string>,
  { database }: Pick<TestDatabase, 'database'>,
  random: Random,
): Promise<boolean> {
  const isWriting = async (): Promise<boolean> => {
    const { rowCount } = await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and xact_start is not null and backend_xid is not null`,
    );
    return (rowCount ?? 0) > 0;
  };
  const program = startProgram(['dist/admin.js', ...words], { env });
  const ended = endOf(program);
  while (program.exitCode === null && !(await isWriting())) await sleep(1);
  await sleep(random.whole(0, 60));
  program.kill('SIGKILL');
  return (await ended).code === null;
}
