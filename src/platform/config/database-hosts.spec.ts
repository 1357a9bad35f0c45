import { describe, expect, it } from '@jest/globals';
import { databaseHosts } from './database-hosts.js';

describe('The reader of database URLs', () => {
  it('reads a URL of one server', () => {
    const url = 'postgresql://das:p%40ss@db.example:6432/das?sslmode=verify-full';
    expect(databaseHosts(url)).toEqual({ hosts: [{ host: 'db.example', port: 6432, url }], target: null });
  });

  it('reads several servers, and gives those without a port the default port', () => {
    expect(
      databaseHosts('postgres://das@a,b:5433,[::1]:5434/das?target_session_attrs=read-write&sslmode=disable'),
    ).toEqual({
      hosts: [
        { host: 'a', port: 5432, url: 'postgres://das@a/das?sslmode=disable' },
        { host: 'b', port: 5433, url: 'postgres://das@b:5433/das?sslmode=disable' },
        { host: '[::1]', port: 5434, url: 'postgres://das@[::1]:5434/das?sslmode=disable' },
      ],
      target: 'read-write',
    });
  });

  it('removes only target_session_attrs from the parameters of the URL', () => {
    const { hosts } = databaseHosts('postgresql://a/das?sslmode=disable&target_session_attrs=standby');
    expect(hosts.map(({ url }) => url)).toEqual(['postgresql://a/das?sslmode=disable']);
  });

  it('reads a URL without a host', () => {
    expect(databaseHosts('postgresql:///das').hosts).toEqual([{ host: '', port: 5432, url: 'postgresql:///das' }]);
  });

  it.each([
    ['postgresql://a,/das', /before and after every comma/],
    ['postgresql://a,b/das?target_session_attrs=prefer-standby', /one of any, read-write, .* unlike "prefer-standby"/],
  ])('refuses %s', (url, reason) => {
    expect(() => databaseHosts(url)).toThrow(reason);
  });
});
