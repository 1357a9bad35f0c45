import { describe, expect, it } from '@jest/globals';
import { noteOf } from './import-events.js';

describe('noteOf', () => {
  it('says how to set NETWORK_HOSTS so that it includes the site', () => {
    const site = 'site.example';
    expect(noteOf({ kind: 'unconfigured site', site, hosts: null })).toMatch(
      / the host network\.com; set NETWORK_HOSTS=site\.example to /,
    );
    expect(noteOf({ kind: 'unconfigured site', site, hosts: ['a.example', 'b.example'] })).toMatch(
      / not imported; set NETWORK_HOSTS=a\.example,b\.example,site\.example to /,
    );
  });

  it('names the first 20 ignored members, and says how many more there are', () => {
    const ignored = (names: readonly string[]) => noteOf({ kind: 'ignored columns', names: new Set(names) });
    expect(ignored(['industy', 'Record\nID'])).toBe('Ignored: industy, Record\uFFFDID');
    expect(ignored(Array.from({ length: 23 }, (_, index) => `m${index}`))).toMatch(/^Ignored: m0, .*, m19 and 3 more$/);
  });

  it('returns null for an event that is not told in a sentence', () => {
    expect(noteOf({ kind: 'columns', columns: [] })).toBeNull();
  });
});
