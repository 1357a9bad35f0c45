import { describe, expect, it } from '@jest/globals';
import { sentinelOptions } from './redis-sentinel.js';

describe('The reader of the URLs of Redis sentinels', () => {
  it('reads the sentinels and the name of the master', () => {
    expect(sentinelOptions('redis+sentinel://a:26380,b,[::1]:5/mymaster')).toEqual({
      sentinels: [
        { host: 'a', port: 26_380 },
        { host: 'b', port: 26_379 },
        { host: '::1', port: 5 },
      ],
      name: 'mymaster',
      db: 0,
    });
  });

  it('reads the credentials of Redis and of the sentinels, and the number of the database', () => {
    const url = 'redis+sentinel://das:p%40ss@a/mymaster/3?sentinel_username=watcher&sentinel_password=s%26t';
    expect(sentinelOptions(url)).toMatchObject({
      username: 'das',
      password: 'p@ss',
      db: 3,
      sentinelUsername: 'watcher',
      sentinelPassword: 's&t',
    });
  });

  it('reads a password without a user', () => {
    const options = sentinelOptions('redis+sentinel://:secret@a/mymaster');
    expect(options).toMatchObject({ password: 'secret' });
    expect(options).not.toHaveProperty('username');
  });

  it('requires TLS for a URL that begins with rediss+sentinel', () => {
    expect(sentinelOptions('rediss+sentinel://a/mymaster')).toMatchObject({ tls: {}, enableTLSForSentinelMode: true });
  });

  it('returns null for a URL that does not name sentinels', () => {
    expect(sentinelOptions('redis://a:6379')).toBeNull();
  });

  it.each([
    'redis+sentinel://a:26379',
    'redis+sentinel:///mymaster',
    'redis+sentinel://a,/mymaster',
    'redis+sentinel://a/mymaster/x',
  ])('refuses %s', (url) => {
    expect(() => sentinelOptions(url)).toThrow(/must look like redis\+sentinel:|before and after every comma/);
  });
});
