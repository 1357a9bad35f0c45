import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { PgBouncer } from '../support/outages/pgbouncer.js';
import { startProgram, temporary } from '../support/service/programs.js';

/** The program runs until everything was killed, which takes long on a busy machine. */
jest.setTimeout(400_000);

describe('The ledger behind a PgBouncer, under load, while processes are killed,', () => {
  const programs: ChildProcessWithoutNullStreams[] = [];

  // The program removes its files and processes also after a test timeout.
  afterAll(async () => {
    for (const program of programs) {
      if (program.exitCode !== null) continue;
      program.kill('SIGTERM');
      await once(program, 'close');
    }
  });

  (PgBouncer.isInstalled() ? it : it.skip).each(['session', 'transaction'])(
    'has a request for every charge and a charge for every answer, with PgBouncer in the mode %s',
    async (mode) => {
      const args = ['tools/run.mjs', 'chaos/main', 'credits', '--seconds', '5', '--least', '1', '--pooler', mode];
      const program = startProgram(args, { env: temporary });
      programs.push(program);
      const closed = once(program, 'close') as Promise<[number | null]>;
      const [printed, discrepancies, [code]] = await Promise.all([text(program.stdout), text(program.stderr), closed]);
      const agreed = 'Every charge has its request and every answer its charge; nothing is reserved.';
      expect({ printed: discrepancies + printed, code }).toEqual({ printed: expect.stringContaining(agreed), code: 0 });
      expect(Number(/^ *PgBouncer: killed +(\d+)$/m.exec(printed)?.[1])).toBeGreaterThan(0);
    },
  );
});
