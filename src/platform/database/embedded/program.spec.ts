import { describe, expect, it } from '@jest/globals';
import { explanation } from './program.js';

describe('The explanation of the output of a PostgreSQL program', () => {
  it('contains the lines with errors, without their time and process id', () => {
    const log = [
      '2026-01-02 03:04:05.678 UTC [42] LOG:  starting PostgreSQL 18.4',
      '2026-01-02 03:04:05.700 UTC [42] LOG:  could not bind IPv4 address "127.0.0.1": Address already in use',
      '2026-01-02 03:04:05.701 UTC [42] FATAL:  could not create any TCP/IP sockets',
      '2026-01-02 03:04:05.702 UTC [42] LOG:  database system is shut down',
    ];
    expect(explanation(log.join('\n'))).toBe(
      'LOG:  could not bind IPv4 address "127.0.0.1": Address already in use | ' +
        'FATAL:  could not create any TCP/IP sockets',
    );
  });

  it('contains the last lines if no line has an error', () => {
    expect(explanation('a\nb\nwaiting for server to start....\nstopped waiting\nc\nd\n')).toBe(
      'waiting for server to start.... | stopped waiting | c | d',
    );
  });

  it('says that the program gave no reason if the program has printed nothing', () => {
    expect(explanation('')).toBe('no reason given');
  });
});
