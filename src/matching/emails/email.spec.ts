import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseEmail, parseMailbox } from './email.js';

describe('parseEmail', () => {
  it.each([
    ['no need of normalisation', 'jane.doe@acme.com'],
    ['capitals', 'Jane.Doe@Acme.COM'],
    ['white space around it', ' jane.doe@acme.com\n'],
    ['a tag', 'jane.doe+news@acme.com'],
    ['two tags', 'jane.doe+news+more@acme.com'],
    ['a trailing dot', 'jane.doe@acme.com.'],
    ['full-width dots in the domain', 'jane.doe@acme．com'],
  ])('normalises an address with %s', (_, raw) => {
    expect(parseEmail(raw)).toEqual({ address: 'jane.doe@acme.com', localPart: 'jane.doe', domain: 'acme.com' });
  });

  it.each([
    ['a subdomain', 'jane@mail.acme.co.uk', 'jane@mail.acme.co.uk'],
    ['an international domain', 'jane@münchen.de', 'jane@xn--mnchen-3ya.de'],
    ['an international local part', 'Ju\u0308rgen@acme.com', 'jürgen@acme.com'],
    ['an apostrophe', "conan.o'brien@acme.com", "conan.o'brien@acme.com"],
    ['underscores and digits', 'jane_doe-2@acme.com', 'jane_doe-2@acme.com'],
    ['the domain of a hosting platform', 'jane@github.io', 'jane@github.io'],
    ['a reserved top-level domain', 'jane@acme.test', 'jane@acme.test'],
    ['a private top-level domain', 'jane@corp.internal', 'jane@corp.internal'],
  ])('parses an address with %s', (_, raw, address) => {
    expect(parseEmail(raw)?.address).toBe(address);
  });

  it.each([
    ['no characters', ''],
    ['no @', 'jane.acme.com'],
    ['two @', 'jane@doe@acme.com'],
    ['no local part', '@acme.com'],
    ['a local part that is only a tag', '+news@acme.com'],
    ['no domain', 'jane@'],
    ['a domain of a single label', 'jane@localhost'],
    ['a top-level domain that cannot be one', 'jane@acme.x'],
    ['a public suffix as the domain', 'jane@co.uk'],
    ['an IP address as the domain', 'jane@127.0.0.1'],
    ['an IP address in brackets as the domain', 'jane@[127.0.0.1]'],
    ['a quoted local part', '"jane doe"@acme.com'],
    ['a space inside', 'jane doe@acme.com'],
    ['a display name', 'Jane Doe <jane@acme.com>'],
    ['the scheme of a link', 'mailto:jane@acme.com'],
    ['two addresses', 'jane@acme.com,joe@acme.com'],
    ['a dot first', '.jane@acme.com'],
    ['a dot last', 'jane.@acme.com'],
    ['two dots', 'jane..doe@acme.com'],
    ['a NUL', 'jane\0@acme.com'],
    ['a lone surrogate', 'jane\uD800@acme.com'],
    ['a path behind the domain', 'jane@acme.com/x'],
    ['a port behind the domain', 'jane@acme.com:25'],
  ])('rejects a text with %s', (_, raw) => {
    expect(parseEmail(raw)).toBeNull();
  });

  it('rejects local parts of more than 64 characters and addresses of more than 254', () => {
    const domain = `${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`;
    expect(parseEmail(`${'a'.repeat(64)}@${domain}`)?.address).toHaveLength(254);
    expect(parseEmail(`${'a'.repeat(64)}@e${domain}`)).toBeNull();
    expect(parseEmail(`${'a'.repeat(64)}@acme.com`)).not.toBeNull();
    expect(parseEmail(`${'a'.repeat(65)}@acme.com`)).toBeNull();
  });

  it('does not change an address that is normalised already', () => {
    const piece = fc.constantFrom(
      'Jane',
      'doe',
      '.',
      '+',
      '@',
      'ü',
      'Ｊ',
      'acme',
      '.com',
      'München.de',
      '"',
      ' ',
      'K',
      '-',
      '_',
    );
    const text = fc.oneof(
      fc.emailAddress(),
      fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, (raw) => {
        const email = parseEmail(raw);
        fc.pre(email !== null);
        expect(parseEmail(email.address)).toEqual(email);
        expect(email.address).toBe(`${email.localPart}@${email.domain}`);
      }),
      { numRuns: 1000, maxSkipsPerRun: 10_000 },
    );
  });
});

describe('parseMailbox', () => {
  it.each([
    'Jane.Doe@Acme.com ',
    'Jane Doe <jane.doe@acme.com>',
    ' Jane Doe < Jane.Doe+crm@acme.com > ',
    '<jane.doe@acme.com>',
    '"Doe, Jane (Acme)" <jane.doe@acme.com>',
    'Doe, Jane <jane.doe@acme.com>',
    'jane@old.com <jane.doe@acme.com>',
    'Jane Doe <mailto:jane.doe@acme.com>',
    'mailto:jane.doe@acme.com',
    ' MailTo: jane.doe@acme.com ',
    'mailto:jane.doe@acme.com?subject=Hello%20Jane&cc=joe@acme.com',
    'jane.doe@acme.com;',
    'jane.doe@acme.com, joe@acme.com',
    'jane.doe@acme.com joe@acme.com',
    'jane.doe@acme.com / joe@acme.com',
    'mailto:jane.doe@acme.com,joe@acme.com',
    'Jane <jane.doe@acme.com>, Joe <joe@acme.com>',
    'jane.doe@acme.com, Joe <joe@acme.com>',
    'Jane (jane.doe@acme.com)',
    'Doe, Jane (jane.doe@acme.com); Joe (joe@acme.com)',
    'Jane [jane.doe@acme.com]',
    "'jane.doe@acme.com'",
    "'jane.doe@acme.com",
    "Jane <'jane.doe@acme.com'>",
    '"jane.doe@acme.com"',
    '„jane.doe@acme.com“',
    'jane.doe@acme.com (work)',
    'SMTP:jane.doe@acme.com',
    'E-Mail: jane.doe@acme.com',
    'E-Mail:jane.doe@acme.com',
    'Work address: mailto:jane.doe@acme.com',
    '[jane.doe@acme.com](mailto:jane.doe@acme.com)',
    '[Write to Jane](mailto:jane.doe@acme.com?subject=x)',
    '<a href="mailto:jane.doe@acme.com">Jane</a>',
    '; jane.doe@acme.com',
  ])('parses %j', (raw) => {
    expect(parseMailbox(raw)?.address).toBe('jane.doe@acme.com');
  });

  it.each([
    'Jane Doe',
    'Jane Doe <>',
    'Jane Doe <jane.doe>',
    'Jane Doe <jane.doe@acme.com',
    'mailto:',
    'mailto:?to=jane@acme.com',
    'http:jane@acme.com',
    'http://jane@acme.com',
    'jane:secret@acme.com',
    'jane doe@acme.com',
    'Jane, jane@acme.com',
    'jane@acme.com is her address',
    'jane@doe@acme.com',
    'jane@acme.com?x',
    'jane@acme.com/x',
    'jane@acme.com:25',
    '"jane doe"@acme.com',
    "jane@acme.com's",
    'jane@, joe@acme.com',
    '@acme.com',
    '(jane) @acme.com',
    'Jane\0 <jane@acme.com>',
    `${'J'.repeat(2048)} <jane@acme.com>`,
  ])('rejects %j', (raw) => {
    expect(parseMailbox(raw)).toBeNull();
  });

  it('keeps an apostrophe inside a local part', () => {
    expect(parseMailbox("'sean.o'neary@acme.com'")?.address).toBe("sean.o'neary@acme.com");
  });

  it('parses every valid plain address like parseEmail, with and without mailto:', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (raw) => {
        fc.pre(parseEmail(raw) !== null && !/^(?:mailto:|['`])/i.test(raw));
        expect(parseMailbox(raw)).toEqual(parseEmail(raw));
        expect(parseMailbox(`mailto:${raw.replaceAll(/[?{|}]/g, 'q')}`)).toEqual(
          parseEmail(raw.replaceAll(/[?{|}]/g, 'q')),
        );
      }),
    );
  });
});
