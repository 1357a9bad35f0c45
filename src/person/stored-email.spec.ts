import { describe, expect, it } from '@jest/globals';
import { storedEmail } from './stored-email.js';

describe('the stored form of an address', () => {
  it.each([
    [' Jane.Doe@ACME.com ', 'jane.doe@acme.com'],
    ['jane+crm@acme.com', 'jane@acme.com'],
    ['Jane@Mail.Corp.Internal', 'jane@mail.corp.internal'],
    ['jane@acme.example', 'jane@acme.example'],
  ])('of %s is %s', (raw, stored) => {
    expect(storedEmail(raw)).toBe(stored);
    expect(storedEmail(stored)).toBe(stored);
  });

  it.each([
    '',
    'jane',
    'jane@',
    '@acme.com',
    'jane@localhost',
    'a b@acme.com',
    'jane@acme.com, john@acme.com',
    'j@1.2.3.4',
  ])('is none for %s', (raw) => {
    expect(storedEmail(raw)).toBeNull();
  });
});
