import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startProgram, temporary } from '../support/service/programs.js';

/** The program runs until every process was killed, which takes long on a busy machine. */
jest.setTimeout(400_000);

describe('The ledger under load, while processes and PostgreSQL are killed', () => {
  let program: ChildProcessWithoutNullStreams;
  let code: number | null;
  let printed: string;
  let discrepancies: string;

  beforeAll(async () => {
    program = startProgram(['tools/run.mjs', 'chaos/main', 'credits', '--seconds', '5', '--least', '1'], {
      env: temporary,
    });
    const closed = once(program, 'close') as Promise<[number | null]>;
    [printed, discrepancies, [code]] = await Promise.all([text(program.stdout), text(program.stderr), closed]);
  });

  // The program removes its files and processes also after a test timeout.
  afterAll(async () => {
    if (program.exitCode !== null) return;
    program.kill('SIGTERM');
    await once(program, 'close');
  });

  /** The number at the end of a line of the report. */
  function count(line: string): number {
    return Number(new RegExp(`^ *${line} +(\\d+)$`, 'm').exec(printed)?.[1]);
  }

  it('has only charges that belong to a request, and a charge for every answer', () => {
    const agreed = 'Every charge has its request and every answer its charge; nothing is reserved.';
    expect({ printed: discrepancies + printed, code }).toEqual({ printed: expect.stringContaining(agreed), code: 0 });
  });

  it.each([
    'at answer-claimed',
    'at credits-reserved',
    'at data-read',
    'at credits-settled',
    'service processes killed at random',
    'PostgreSQL: server killed',
    'PostgreSQL: session killed',
  ])('is tested with at least one kill: %s', (death) => {
    expect(count(death)).toBeGreaterThan(0);
  });

  it.each(['answered', 'replayed', 'refused for lack of credits'])(
    'is tested with at least one request that was %s',
    (outcome) => {
      expect(count(outcome)).toBeGreaterThan(0);
    },
  );

  it('charges small accounts down to the last credit, and never below zero', () => {
    const accounts = [...printed.matchAll(/^ {2}(scarce|contacts) +(?:data_access|contact_data) +(100|40) +(\d+) /gm)];
    expect(accounts.map(([, tenant, granted, charged]) => [tenant, granted, charged])).toEqual([
      ['contacts', '40', '40'],
      ['scarce', '100', '100'],
    ]);
  });
});
