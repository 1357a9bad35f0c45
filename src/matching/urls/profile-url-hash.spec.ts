import { describe, expect, it } from '@jest/globals';
import { profileUrlHash } from './profile-url.js';

describe('profileUrlHash', () => {
  it('returns a hash that is the SHA-256 of the URL', () => {
    expect(profileUrlHash('https://www.network.com/company/acme')).toBe(
      'a484f36e6efa93b7bfabd89696ebfbe8c220b13614e3b3d3554964ff288250bb',
    );
  });

  it('hashes text beyond ASCII as UTF-8', () => {
    expect(profileUrlHash('https://www.network.com/company/soci\u00E9t\u00E9')).toBe(
      'b3d13734d821306260c759497626f644896e29311adb815a425b163736a7e3b0',
    );
  });
});
