import { hostname, userInfo } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { operationOf } from './operation.js';

function shownOf(...words: string[]): string | null {
  const operation = operationOf(words, null);
  return operation === null ? null : [operation.command, ...operation.arguments].join(' ');
}

describe('operationOf', () => {
  it('returns the command, its arguments, the user of the operating system and the host', () => {
    expect(operationOf(['credits', 'grant', 'acme', 'data_access', '5'], null)).toEqual({
      command: 'credits grant',
      arguments: ['acme', 'data_access', '5'],
      systemUser: userInfo().username,
      host: hostname(),
    });
  });

  it('also names the user who called sudo, if the command was started with sudo', () => {
    expect(operationOf(['migrate'], 'ada')?.systemUser).toBe(`ada as ${userInfo().username}`);
  });

  it.each([
    ['erase', 'person', '--email', 'ada@acme.example'],
    ['erase', 'person', '--email=ada@acme.example'],
    ['erase', 'person', '--network-url', 'https://www.network.com/in/ada'],
    ['prospecting', 'enqueue', 'acme', '--client-email', 'ada@acme.example'],
  ])('leaves out personal data: %s %s %s %s', (...words) => {
    expect(shownOf(...words)).toMatch(/^(erase|prospecting) .*…$/);
    expect(shownOf(...words)).not.toMatch(/ada/);
  });

  it('returns a URL without the parts that may contain a secret', () => {
    const words = ['tenant', 'set-callback', 'acme', 'https://user:secret@hooks.example/path-with-token?key=secret'];
    expect(shownOf(...words)).toBe('tenant set-callback acme https://hooks.example/…');
  });

  it.each([
    ['tenant', 'list'],
    ['credits', 'show', 'acme'],
    ['status'],
    ['follow', 'acme'],
    ['log', '--limit', '5'],
    ['key', 'create', '--help'],
    ['key'],
    [],
  ])('returns null for a command that changes nothing: %s %s %s', (...words) => {
    expect(shownOf(...words)).toBeNull();
  });
});
