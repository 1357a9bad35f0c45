import { describe, expect, it } from '@jest/globals';
import { keyPrefix, lineKey, linesOf, readRunLine, roundOf } from './run-list.js';

const usual = { team: 'usual', clientEmail: null };
const page = 'https://www.network.com/company/acme';

describe('The reader of a line of a list of companies', () => {
  it.each([
    ['a profile page', ` ${page}\t`, { networkUrl: page, team: 'usual', clientEmail: null }],
    ['an object', `{"network_url":"${page}"}`, { networkUrl: page, team: 'usual', clientEmail: null }],
    [
      'an object with all members',
      `{"network_url":"${page}","team":"own","client_email":"jane@acme.com"}`,
      { networkUrl: page, team: 'own', clientEmail: 'jane@acme.com' },
    ],
    [
      'an object whose team is null',
      `{"network_url":"${page}","team":null}`,
      { networkUrl: page, team: 'usual', clientEmail: null },
    ],
  ])('reads %s', (_, line, request) => {
    expect(readRunLine(line, usual, null)).toEqual({ request });
  });

  it.each([
    ['a website instead of a profile page', 'acme.com', /"acme\.com" is not the profile page of a company/],
    ["a person's profile page", 'network.com/in/jane', /not the profile page/],
    ['an unknown member', `{"network_url":"${page}","Team":"x"}`, /the line has "Team", which is unknown; allowed are/],
    [
      'unknown members',
      `{"network_url":"${page}","a":1,"b":1}`,
      /the line has "a", "b", which are unknown; allowed are/,
    ],
    ['a profile page that is a number', '{"network_url":7}', /network_url must be a text/],
    ['an empty name of a team', `{"network_url":"${page}","team":""}`, /team must not be empty/],
    ['a broken object', '{"network_url"', /must be a JSON object/],
    ['an invalid e-mail address', `{"network_url":"${page}","client_email":"jane"}`, /e-mail address/],
  ])('refuses %s', (_, line, reason) => {
    expect(readRunLine(line, usual, null)).toEqual({ reason: expect.stringMatching(reason) });
  });

  it.each(['', ' \t', '# companies of the fair', '  #network.com/company/acme'])('skips "%s"', (line) => {
    expect(readRunLine(line, usual, null)).toBeNull();
  });

  it('accepts only profile pages on the allowed hosts', () => {
    expect(readRunLine('https://other.com/company/acme', usual, null)).toHaveProperty('request');
    expect(readRunLine('https://other.com/company/acme', usual, ['network.com'])).toHaveProperty('reason');
  });
});

describe('The splitting of a list into lines', () => {
  it('numbers the lines of a file that has LF and CRLF as line breaks', () => {
    expect(linesOf('a\r\n\nb')).toMatchObject([
      { number: 1, text: 'a' },
      { number: 2, text: '' },
      { number: 3, text: 'b' },
    ]);
  });
});

describe('the key of a line', () => {
  const keysOf = (content: string, round = 1, path = 'list.txt'): string[] =>
    linesOf(content).map((line) => lineKey(keyPrefix(path) ?? '', round, line));

  it('stays the same when lines before it, or spaces around its text, are added or removed', () => {
    expect(keysOf('x\n a\t\nb').slice(1)).toEqual(keysOf('a\nb'));
  });

  it('differs for another text, for each of several equal lines, in another list and after another start with --again', () => {
    const keys = [...keysOf('a\nb\na'), ...keysOf('a', 2), ...keysOf('a', 1, 'other/list.txt')];
    expect(new Set(keys).size).toBe(5);
  });

  it('is the same for every spelling of the path of the list', () => {
    expect(keysOf('a', 1, `${process.cwd()}/lists/../list.txt`)).toEqual(keysOf('a'));
  });

  it.each(['-', '/dev/stdin', '/dev/fd/63', '/proc/self/fd/0'])(
    'does not exist for a line of %s, which can be read only once',
    (path) => {
      expect(keyPrefix(path)).toBeNull();
    },
  );

  it('exists for a line of an ordinary file, also of one below /dev/shm', () => {
    expect(keyPrefix('/dev/shm/list.txt')).not.toBeNull();
  });

  it('contains the round of the start of the list, which roundOf reads from it; for a key that has no round, roundOf returns 0', () => {
    const prefix = keyPrefix('list.txt') ?? '';
    expect([...keysOf('a', 12), `${prefix}x`, prefix].map((key) => roundOf(prefix, key))).toEqual([12, 0, 0]);
  });
});
