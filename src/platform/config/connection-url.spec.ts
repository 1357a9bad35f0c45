import { describe, expect, it } from '@jest/globals';
import { expectReadable } from './connection-url.js';

describe('The check of a connection URL', () => {
  it.each([
    'postgresql://das@db.example/das',
    'postgresql://das:p%40ss%23@a,b:5433,[::1]:5434/das?target_session_attrs=read-write',
    'postgresql://das:p@ss@db.example:6432/das',
    'postgresql:///das?host=/var/run/postgresql',
    'postgresql://%2Fvar%2Frun%2Fpostgresql/das',
    'postgresql://db.example/das?user=das@server&sslmode=disable',
    'redis://:secret@cache.example:6379/1',
    'rediss+sentinel://a:26379,b/mymaster/0?sentinel_password=p@ss',
  ])('accepts %s', (url) => {
    expect(() => expectReadable(url)).not.toThrow();
  });

  it.each([
    'p#ss',
    'p/ss',
    'p?ss',
    'p%ss',
    '1#ss',
    '12/ss',
    '12?ss',
    '12?s=s',
    'p@#ss',
    'p@ss/ss',
    'p@ss?ss',
    'p@1?s=s',
  ])(
    'refuses the password %s, because a driver would read its characters as separators, and shows no piece of it',
    (password) => {
      for (const url of [`postgresql://das:${password}@db.example/das`, `redis://das:${password}@db.example/0`]) {
        expect(() => expectReadable(url)).toThrow(
          /^cannot be read: write the characters @ # \/ \? and % of the user and the password percent-encoded, such as %23 for #$/,
        );
      }
    },
  );
});
